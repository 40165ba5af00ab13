/** Why a command did not do what it was asked, in one line. */
export class OperatorFailure extends Error {
  override readonly name = 'OperatorFailure'
}

/** The command was called in a way that makes no sense. */
export class UsageFailure extends OperatorFailure {}
