// Own process: sandboxes change how it inherits files and orphans.
import { after, test } from 'node:test'
import { openBrowserPlace } from '../../testing/browser-place.ts'
import { assertNothingIsLeft } from '../../testing/many-runs.ts'

const place = await openBrowserPlace()
after(() => place.close())

test(
  'two runs in a row leave no process, no file, no descriptor and no memory behind',
  { skip: place.missing ?? false, timeout: 600_000 },
  (t) => assertNothingIsLeft(t, place, 2),
)
