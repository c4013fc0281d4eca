"""Many boards: what goes over the broker, who gathers it, the hall's page. Extra `club`."""
