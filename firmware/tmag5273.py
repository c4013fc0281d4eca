"""Drives the Hall sensor TMAG5273 of Texas Instruments. The names are from its data sheet.

Each bus has one sensor with the address of variant A and one sensor with the address of variant B.
"""

A1, B1 = 0x35, 0x22
DEVICE_CONFIG_1, DEVICE_CONFIG_2 = 0x00, 0x01
SENSOR_CONFIG_1, SENSOR_CONFIG_2 = 0x02, 0x03
MANUFACTURER_ID = 0x0E
X_MSB_RESULT = 0x12
CONV_STATUS = 0x18

CONV_AVG_32X = 0x14
OPERATING_MODE_CONTINUOUS = 0x02
MAG_CH_EN_XYZ = 0x70
RANGE_40_MT = 0x00
POWER_ON_RESET = 0x10
TEXAS_INSTRUMENTS = b"IT"
COUNTS_PER_MT = 32768 / 40


class Tmag5273:
    """One sensor. Every method raises OSError if it does not answer."""

    def __init__(self, hal, bus: int, address: int) -> None:
        self.hal = hal
        self._bus = bus
        self._address = address

    def free_bus(self) -> None:
        """Free the bus if a sensor holds its data line low."""
        self.hal.i2c_clear(self._bus)

    def configure(self) -> None:
        """Measure all axes continuously, averaged over 32 samples, up to 40 mT."""
        found = self.hal.i2c_read(self._bus, self._address, MANUFACTURER_ID, 2)
        if found != TEXAS_INSTRUMENTS:
            raise OSError("no TMAG5273")
        settings = (CONV_AVG_32X, OPERATING_MODE_CONTINUOUS, MAG_CH_EN_XYZ, RANGE_40_MT)
        for register, value in enumerate(settings):
            self.hal.i2c_write(self._bus, self._address, register, bytes((value,)))
        self.hal.i2c_write(self._bus, self._address, CONV_STATUS, bytes((POWER_ON_RESET,)))

    def read(self) -> tuple[int, int, int]:
        """Return the field along x, y and z in counts.

        If the sensor has lost its power, configure it again and raise OSError.
        """
        data = self.hal.i2c_read(self._bus, self._address, X_MSB_RESULT, 7)
        if data[6] & POWER_ON_RESET:
            self.configure()
            raise OSError("power was lost")
        return _signed(data, 0), _signed(data, 2), _signed(data, 4)


def _signed(data: bytes, place: int) -> int:
    value = data[place] << 8 | data[place + 1]
    return value - 65536 if value > 32767 else value
