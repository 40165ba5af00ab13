/** The server said no, in the body that every error of the API has. */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  readonly status: number
  /** Where the server refused a value, and why. Paths are dotted: `request.hostname`. */
  readonly violations: readonly { path: string; message: string }[]
  /** By which the log of the server knows the request. */
  readonly requestId: string | null
  readonly retryAfterSeconds: number | null

  constructor(answer: {
    status: number
    message: string
    keys: readonly string[]
    requestId: string | null
    retryAfterSeconds: number | null
  }) {
    super(answer.message)
    this.status = answer.status
    this.violations = splitMessage(answer.message, answer.keys)
    this.requestId = answer.requestId
    this.retryAfterSeconds = answer.retryAfterSeconds
  }
}

/** The request never got an answer: the network or the server is away. */
export class ServerAway extends Error {
  override readonly name = 'ServerAway'
  constructor() {
    super('The server cannot be reached')
  }
}

/** The message of a 400 is `path what; path what`, and `keys` are its paths in the same order. */
export function splitMessage(message: string, keys: readonly string[]): { path: string; message: string }[] {
  const violations: { path: string; message: string }[] = []
  let rest = message
  for (const [index, path] of keys.entries()) {
    if (!rest.startsWith(`${path} `)) return violations
    const next = keys[index + 1]
    const end = next === undefined ? -1 : rest.indexOf(`; ${next} `, path.length)
    violations.push({
      path,
      message: end === -1 ? rest.slice(path.length + 1) : rest.slice(path.length + 1, end),
    })
    rest = end === -1 ? '' : rest.slice(end + 2)
  }
  return violations
}
