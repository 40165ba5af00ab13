import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { Provider } from 'oidc-provider'
import { publicUrl } from './api-under-test.ts'

export type Person = { sub: string } & Readonly<Record<string, unknown>>

/** A real identity provider on loopback, whose sign-in form everybody has filled in already. */
export type TestProvider = {
  readonly issuer: string
  /** Who sits at the browser, and what the provider says about them. */
  person: Person
  /** Answers nothing any more until it is started again. */
  stop(): Promise<void>
  start(): Promise<void>
}

export const client = { id: 'sonde', secret: 'a secret of the client' }

/** `redirectUri` is asked for with the first request: who is to be started with the issuer can be started before. */
export async function startProvider(
  redirectUri: () => string = () => `${publicUrl}/oidc/callback`,
): Promise<TestProvider> {
  const people = new Map<string, Person>()
  const state: { person: Person; provider: Provider | null } = { person: { sub: 'nobody' }, provider: null }
  let server = createServer((request, response) => void handle(request, response))
  await listen(0)
  const address = server.address()
  assert.ok(address !== null && typeof address === 'object')
  const { port } = address
  const issuer = `http://127.0.0.1:${port}`

  function createProvider(): Provider {
    const provider = new Provider(issuer, {
      clients: [{ client_id: client.id, client_secret: client.secret, redirect_uris: [redirectUri()] }],
      scopes: ['openid', 'email', 'profile', 'groups'],
      claims: { email: ['email', 'email_verified'], profile: ['name'], groups: ['groups'] },
      cookies: { keys: [randomUUID()] },
      features: { devInteractions: { enabled: false } },
      interactions: { url: (_context, { uid }) => `/interaction/${uid}` },
      findAccount: (_context, sub) => ({ accountId: sub, claims: () => ({ ...people.get(sub), sub }) }),
      async loadExistingGrant({ oidc }) {
        const grant = new provider.Grant({ clientId: client.id, accountId: oidc.session?.accountId ?? '' })
        grant.addOIDCScope('openid email profile groups')
        await grant.save()
        return grant
      },
    })
    return provider
  }

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    state.provider ??= createProvider()
    const { provider } = state
    if (request.url?.startsWith('/interaction/') !== true) {
      await provider.callback()(request, response)
      return
    }
    people.set(state.person.sub, state.person)
    const result = { login: { accountId: state.person.sub } }
    await provider.interactionFinished(request, response, result, { mergeWithLastSubmission: false })
  }

  async function listen(at: number): Promise<void> {
    await new Promise<void>((resolve) => server.listen(at, '127.0.0.1', resolve))
  }

  return {
    issuer,
    get person() {
      return state.person
    },
    set person(person) {
      state.person = person
    },
    async stop() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
    async start() {
      server = createServer((request, response) => void handle(request, response))
      await listen(port)
    },
  }
}

/**
 * What a browser does that was sent to the provider: follows its redirects, with cookies of its own, until one leads away
 * from it. The address that this one leads to.
 */
export async function visitProvider(issuer: string, start: string): Promise<URL> {
  const cookies = new Map<string, string>()
  let url = new URL(start)
  for (let step = 0; step < 10; step += 1) {
    if (url.origin !== issuer) return url
    const response = await fetch(url, {
      redirect: 'manual',
      headers: { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
    })
    const body = await response.text()
    for (const text of response.headers.getSetCookie()) {
      const [pair = ''] = text.split(';')
      const at = pair.indexOf('=')
      cookies.set(pair.slice(0, at), pair.slice(at + 1))
    }
    const location = response.headers.get('location')
    assert.ok(location, `the provider answered ${response.status} at ${url.pathname}: ${body.slice(0, 500)}`)
    url = new URL(location, url)
  }
  throw new Error('the provider leads in circles')
}
