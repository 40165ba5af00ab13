import { restoreInto } from '../backups.ts'

/** Restores a backup and dies when a thousand rows are there. */
const [dataDir = '', databaseUrl = '', file = ''] = process.argv.slice(2)
await restoreInto({ dataDir, databaseUrl: databaseUrl || null }, file, {
  onProgress(rows) {
    if (rows > 1_000) process.kill(process.pid, 'SIGKILL')
  },
})
