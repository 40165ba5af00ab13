import assert from 'node:assert/strict'
import { after, before, beforeEach } from 'node:test'
import { hourMs } from '@sonde/ground/durations.ts'
import { findMember } from '@sonde/store/accounts/members.ts'
import type { TestEngine } from '@sonde/store/testing/engines.ts'
import type { OidcSettings } from '../src/oidc/oidc-settings.ts'
import { apiUnderTest } from './api-under-test.ts'
import type { Answer } from './http-client.ts'
import { client, startProvider, visitProvider, type Person, type TestProvider } from './oidc-provider.ts'
import { cookieOf } from './sign-in.ts'

const anybody = { key: null, account: null }

/** The API with a real identity provider, and people who sign in by it. To be called inside a suite. */
export function oidcUnderTest(engine: TestEngine) {
  let provider: TestProvider
  before(async () => {
    provider = await startProvider()
  })
  after(() => provider.stop())

  const usual = (): OidcSettings => ({
    issuer: provider.issuer,
    clientId: client.id,
    clientSecret: client.secret,
    name: 'Acme',
    scopes: 'openid email profile groups',
    roleClaim: null,
    roles: new Map([
      ['ops', 'ADMIN'],
      ['dev', 'READ_WRITE'],
    ]),
    trustsEmail: false,
    isOnly: false,
    sessionMs: 24 * hourMs,
    rules: { accountId: null, hasRoleClaim: false, defaultRole: null, linksByEmail: false },
  })
  /** What the operator has set, which a test may change before it signs somebody in. */
  let settings: OidcSettings
  const api = apiUnderTest(engine, {
    oidc: () => {
      settings = usual()
      return settings
    },
  })
  beforeEach(() => void Object.assign(settings, usual()))
  const withRules = (rules: Partial<OidcSettings['rules']>) => {
    settings.rules = { ...settings.rules, ...rules }
    if (rules.hasRoleClaim === true) settings.roleClaim = 'groups'
  }

  const start = (next = '') => api.call('GET', `/oidc/start${next}`, anybody)
  const finish = (cookie: string, search: string) =>
    api.call('GET', `/oidc/callback${search}`, { ...anybody, headers: { cookie } })
  /** The way to the provider and back, up to the address that the browser ends at. */
  async function begin(person: Person, next = '') {
    provider.person = person
    const started = await start(next)
    assert.equal(started.status, 303, started.text)
    const back = await visitProvider(provider.issuer, String(started.headers['location']))
    assert.equal(back.href.split('?')[0], 'https://sonde.example.net/oidc/callback')
    return { cookie: cookieOf(started), search: back.search }
  }
  async function enter(person: Person, next = ''): Promise<Answer> {
    const { cookie, search } = await begin(person, next)
    return await finish(cookie, search)
  }
  const locationOf = (answer: Answer) => String(answer.headers['location'])
  function sessionOf(answer: Answer): string {
    const session = answer.headers['set-cookie']?.find((text) => text.startsWith('sonde_session=')) ?? ''
    return session.split(';')[0] ?? ''
  }
  function expectProblem(answer: Answer, problem: string): void {
    assert.equal(answer.status, 303, answer.text)
    assert.equal(
      new URL(locationOf(answer), 'https://x').searchParams.get('problem'),
      problem,
      locationOf(answer),
    )
    assert.equal(sessionOf(answer), '')
  }
  const who = async (answer: Answer) => {
    assert.equal(answer.status, 303, answer.text)
    assert.doesNotMatch(locationOf(answer), /problem/)
    const cookie = sessionOf(answer)
    assert.notEqual(cookie, '')
    const shown = await api.call('GET', '/v1/session', { ...anybody, headers: { cookie } })
    assert.equal(shown.status, 200, shown.text)
    return shown
  }
  let people = 0
  /** Somebody whom nobody has seen yet. */
  const somebody = (claims: object = {}): Person & { email: string } => {
    people += 1
    const email = `person${people}@example.net`
    return { sub: `sub-${people}`, email, email_verified: true, name: `Person ${people}`, ...claims }
  }
  const invite = async (email: string) => {
    const body = { email, role: 'READ_RUN' }
    const made = await api.call('POST', '/v1/accounts/me/invites', { body, afterMs: 2_001 })
    assert.equal(made.status, 201, made.text)
    return made
  }
  const roleOf = async (userId: string) =>
    (await findMember(api.store.read, api.accountId, userId))?.role ?? null

  return {
    api,
    get provider() {
      return provider
    },
    /** Those of the operator, anew for each test, which may change them before it signs somebody in. */
    get settings() {
      return settings
    },
    withRules,
    start,
    finish,
    begin,
    enter,
    locationOf,
    sessionOf,
    expectProblem,
    who,
    somebody,
    invite,
    roleOf,
  }
}
