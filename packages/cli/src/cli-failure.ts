/** Why a command did not do what it was asked, in one line. */
export class CliFailure extends Error {
  override readonly name = 'CliFailure'
}
