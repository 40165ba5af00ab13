import { systemClock } from '@sonde/ground/clock.ts'
import { rotateKey } from '../../src/installation/rotate-key.ts'

/** Begins to change the key and dies at the step that is named. */
const [dataDir = '', databaseUrl = '', fatal = '', encryptionKey = '', newKeyFile = ''] =
  process.argv.slice(2)
await rotateKey({
  dataDir,
  databaseUrl: databaseUrl || null,
  encryptionKey: encryptionKey || null,
  newKeyFile: newKeyFile || null,
  clock: systemClock,
  signal: new AbortController().signal,
  record: async () => {},
  onStep(step) {
    if (step === fatal) process.kill(process.pid, 'SIGKILL')
  },
})
