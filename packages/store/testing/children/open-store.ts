import { systemClock } from '@sonde/ground/clock.ts'
import { StoreFailure } from '../../src/engine/failures.ts'
import { openStore } from '../../src/engine/store.ts'

/** Opens and closes a store; prints the fingerprint of its key, or the one line that the operator sees. */
const [dataDir = '', databaseUrl = '', uid = ''] = process.argv.slice(2)
// Only now: the checkout may lie where nobody but root can read the program.
if (uid !== '') process.setuid?.(Number(uid))
try {
  const store = await openStore({
    dataDir,
    databaseUrl: databaseUrl || null,
    encryptionKey: null,
    clock: systemClock,
  })
  console.log(store.sealer.keyFingerprint)
  await store.close()
} catch (error) {
  if (!(error instanceof StoreFailure)) throw error
  console.log(error.message)
}
