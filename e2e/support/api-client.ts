export type Credentials = { key: string; accountId: string }

export const someCredentials: Credentials = {
  key: `cu_${'5'.repeat(64)}`,
  accountId: '6f0c2f5e-7c1d-4a53-9f6e-2b8a4c1d0e99',
}

export function credentialSettings({ key, accountId }: Credentials): Record<string, string> {
  return { SONDE_API_KEY: key, SONDE_ACCOUNT_ID: accountId }
}

export type Answer = { status: number; headers: Headers; body: unknown }

/** One request with the key and the account of the credentials. */
export async function call(
  address: string,
  { key, accountId }: Credentials,
  method: string,
  path: string,
  body?: unknown,
): Promise<Answer> {
  const answer = await fetch(address + path, {
    method,
    headers: {
      authorization: `Bearer ${key}`,
      'x-service-account': accountId,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  const text = await answer.text()
  return { status: answer.status, headers: answer.headers, body: text === '' ? null : JSON.parse(text) }
}
