/** What is wrong with a backup file, in one line. */
export class BackupFailure extends Error {
  override readonly name = 'BackupFailure'
}
