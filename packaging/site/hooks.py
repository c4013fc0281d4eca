"""Turns the pages of this repository into those of the site.

In the repository a page is named by its path in code marks, so that it can be read as text and
tested. On the site these names become links with the title of the page, except on the pages for
contributors, who need the paths. The pages, lists and pictures of `hardware/`, the page
of `firmware/`, CONTRIBUTING.md and CHANGELOG.md are added.
"""

import re
from pathlib import Path
from typing import Final

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files
from mkdocs.structure.pages import Page

_ROOT: Final = Path(__file__).parents[2]
_ADDED: Final = (
    *("CONTRIBUTING.md", "CHANGELOG.md", "firmware/README.md"),
    *("hardware/*.md", "hardware/*.csv", "hardware/pictures/*.png"),
)
_NAMED: Final = re.compile(r"(?<!\[)`([\w./-]+\.(?:md|csv|png))`")
_HEADING: Final = re.compile(r"# (.+)")
_WITH_PATHS: Final = {"CONTRIBUTING.md", "CHANGELOG.md", "translating.md"}
_QUOTED: Final = re.compile(r'"([^"]+)"')
_QUOTED_ENGLISH: Final = {"decided here", "Farthest"}
"""The quotations in `rules.md` that are not from the French documents."""
_FRENCH: Final = {
    "accueil.md",
    "joueur.md",
    "aidant.md",
    "commandes.md",
    "arbitre.md",
    "salle.md",
    "premiere-soiree.md",
    "mots.md",
}

_TO_FRENCH: Final = re.compile(
    rf'<a href="(?:[./]*/)?(?:{"|".join(name.removesuffix(".md") for name in _FRENCH)})\.html"'
    r"(?! hreflang)"
)


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Add the pages, lists and pictures that are not in `docs/`."""
    for pattern in _ADDED:
        for path in sorted(_ROOT.glob(pattern)):
            uri = path.relative_to(_ROOT).as_posix()
            files.append(File.generated(config, uri, abs_src_path=str(path)))
    return files


def on_page_markdown(markdown: str, page: Page, files: Files, **_more: object) -> str:
    """Make links of the names of files that are on the site."""
    folder = page.file.src_uri.rpartition("/")[0]
    depth = "../" * page.file.src_uri.count("/")
    if page.file.src_uri == "rules.md":
        markdown = _QUOTED.sub(_marked_french, markdown)

    def link(found: re.Match[str]) -> str:
        for uri in (f"{folder}/{found[1]}", found[1].removeprefix("docs/")):
            if named := files.src_uris.get(uri):
                title = None if page.file.src_uri in _WITH_PATHS else _title(named)
                is_foreign = title and page.file.src_uri in _FRENCH and uri not in _FRENCH
                return f"[{title or found[0]}]({depth}{uri})" + "{lang=en}" * bool(is_foreign)
        return found[0]

    return _NAMED.sub(link, markdown)


def _title(file: File) -> str | None:
    """Return the first heading of a page, None for other files."""
    heading = file.src_uri.endswith(".md") and _HEADING.match(file.content_string)
    return heading[1] if heading else None


def _marked_french(quoted: re.Match[str]) -> str:
    if quoted[1] in _QUOTED_ENGLISH:
        return quoted[0]
    return f'"<span lang="fr">{quoted[1]}</span>"'


def on_page_context(_context: object, page: Page, config: MkDocsConfig, **_more: object) -> None:
    """Set the theme's language to that of the page."""
    config.theme["language"] = "fr" if page.file.src_uri in _FRENCH else "en"


def on_post_template(output_content: str, **_more: object) -> str:
    """Name the search on the page for addresses that do not exist."""
    return _with_named_search(output_content, "Search")


def on_post_page(output: str, page: Page, **_more: object) -> str:
    """Mark the language of a page and its sections, and name the search."""
    is_french = page.file.src_uri in _FRENCH
    output = _with_named_search(output, "Recherche" if is_french else "Search")
    for heading in re.findall(r'<h[1-6] id="([^"]*)" lang="fr"', output):
        output = output.replace(f'<a href="#{heading}"', f'<a href="#{heading}" lang="fr"')
    output = _TO_FRENCH.sub(r'\g<0> lang="fr" hreflang="fr"', output)
    output = output.replace("    Français\n", '    <span lang="fr">Français</span>\n')
    if is_french:
        for english in ('<form class="md-header__option"', '<nav class="md-nav md-nav--primary"'):
            output = output.replace(english, f'{english} lang="en"')
        own = '<nav class="md-nav md-nav--secondary"'
        output = output.replace(own, f'{own} lang="fr"')
    return output


def _with_named_search(page: str, name: str) -> str:
    """Return a page whose search has a name for screen readers; the theme gives it none."""
    return page.replace('"search" role="dialog"', f'"search" aria-label="{name}" role="dialog"')
