/** Why the agent cannot start, in one line that names the setting to mend. */
export class StartFailure extends Error {
  override readonly name = 'StartFailure'
}
