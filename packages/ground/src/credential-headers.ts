/** Headers whose values are credentials, whatever they are: never shown, and never sent on to another origin. Lower case. */
export const credentialHeaders: ReadonlySet<string> = new Set([
  'authorization',
  'proxy-authorization',
  'cookie',
  'set-cookie',
  'x-api-key',
  'x-auth-token',
  'api-key',
  'apikey',
  'x-goog-api-key',
  'x-amz-security-token',
  'x-vault-token',
])
