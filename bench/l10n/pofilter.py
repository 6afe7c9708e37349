"""What the checks of pofilter take alone, as one number: python3 pofilter.py <folder>.

The processor's time for a translated unit, in microseconds. Catalogs are parsed before, and nothing is written.
"""

import sys
import time
from pathlib import Path

from translate.filters import checks
from translate.storage import po

units = []
for path in sorted(Path(sys.argv[1]).rglob("*.po")):
    with open(path, "rb") as file:
        store = po.pofile(file)
    config = checks.CheckerConfig(targetlanguage=store.gettargetlanguage())
    classes = [checks.StandardChecker, checks.StandardUnitChecker]
    checker = checks.TeeChecker(checkerconfig=config, checkerclasses=classes, languagecode=config.targetlanguage)
    units += [(checker, unit) for unit in store.units if unit.istranslated() and not unit.isheader()]

began = time.process_time()
for checker, unit in units:
    checker.run_filters(unit, categorised=True)
print((time.process_time() - began) * 1e6 / len(units))
