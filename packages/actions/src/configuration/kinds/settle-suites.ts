import { bundleIn, bundleKey } from '@sonde/schema/check-types/suite/bundle-key.ts'
import { findBundle } from '@sonde/store/artifacts/code-bundles.ts'
import type { Db } from '@sonde/store/engine/store.ts'
import type { Notes, PlannedItem } from '../configuration-kind.ts'

const notInFile =
  'names a project that this account does not have, and exports contain no code: deploy the project here, or remove the check from the file'
const keptProject =
  'names a project that this account does not have: the check keeps the one that it has. Deploy to change it'
const needless =
  'installs browsers, which takes time and has no effect: suites use the browser of the location'

/** Projects are not in the document: a suite of another account or installation runs the one that is here, if there is one. */
export async function settleSuites(
  db: Db,
  plannedItems: readonly PlannedItem[],
  { accountId, mayComeFromElsewhere, mistake, warn }: Notes,
): Promise<void> {
  for (const each of plannedItems) {
    if (each.item['checkType'] !== 'PLAYWRIGHT') continue
    for (const field of ['installCommand', 'testCommand'])
      if (/\bplaywright\s+install\b/.test(String(each.item[field])))
        warn(`${each.path}.${field}`, each.name, needless)
    const named = bundleIn(each.item)
    // What a deploy names it has uploaded, or is told by whoever stores it.
    if (!mayComeFromElsewhere || named === null) continue
    const path = `${each.path}.codeBundlePath`
    const before = each.stored?.item['codeBundlePath']
    if ((await findBundle(db, { accountId, sha256: named.sha256 })) !== null)
      each.item = { ...each.item, codeBundlePath: bundleKey({ ...named, accountId }) }
    else if (typeof before === 'string') {
      each.item = { ...each.item, codeBundlePath: before }
      warn(path, each.name, keptProject)
    } else mistake(path, notInFile)
  }
}
