// In turns: the whole product as programs.
import assert from 'node:assert/strict'
import { createPrivateKey } from 'node:crypto'
import { suite, test, type TestContext } from 'node:test'
import { startMailServer } from '@sonde/alerting/testing/mail-server.ts'
import { startReceiver } from '@sonde/egress/testing/receiver.ts'
import { startTraceReceiver } from '@sonde/runs/testing/trace-receiver.ts'
import { createCertificateAuthority } from '@sonde/probes/testing/certificate-authority.ts'
import { formsOf } from '@sonde/scrub/secret-forms.ts'
import { forOneEngine, type TestDatabase } from '@sonde/store/testing/engines.ts'
import { open } from '@sonde/store/testing/filled-store.ts'
import { call, credentialSettings, someCredentials } from './support/api-client.ts'
import { startAgent } from './support/agent-process.ts'
import { eventually } from './support/eventually.ts'
import { startForwardProxy } from './support/forward-proxy.ts'
import {
  echoOf,
  type PlantedSecret,
  plantedSecrets,
  secretsOf,
  writtenForms,
} from './support/planted-secrets.ts'
import {
  marker,
  named,
  ordinaryWord,
  type Planted,
  plantMonitors,
  writtenSecrets,
} from './support/planted-monitors.ts'
import { startServer } from './support/server-process.ts'
import { readAsReader } from './support/reader-answers.ts'
import { startService, type Service } from './support/service-under-test.ts'
import { readStoredTexts } from './support/stored-texts.ts'

const accountSecrets = plantedSecrets.filter((_, index) => index % 3 === 0 || index >= 37)
const groupSecrets = plantedSecrets.filter((_, index) => index % 3 === 1 && index < 37)
const checkSecrets = new Set(plantedSecrets.filter((_, index) => index % 3 === 2 && index < 37))

type Haystacks = Map<string, Buffer>

/** Texts of three characters are by chance among bytes that are as good as random. */
function holdsSealed(place: string): boolean {
  return /^(?:file|table) /.test(place) && !/^table (?:results|check_alerts|notifications)/.test(place)
}

/** Where a secret is, in whatever form. */
function findSecrets(haystacks: Haystacks): string[] {
  const needles = plantedSecrets.flatMap(({ key, value }) => {
    const forms = new Map(formsOf(value).map((text) => [text, 'known']))
    for (const { how, text } of writtenForms(value)) forms.set(text, how)
    // What a target wrote at the very end of what is kept of it.
    forms.set(`xxxx${value.slice(0, 5)}`, 'cut off')
    return [...forms]
      .filter(([text]) => text === value || text.length >= 6)
      .map(([text, how]) => ({ key, how, isShort: text.length < 5, bytes: Buffer.from(text) }))
  })
  return [...haystacks].flatMap(([place, bytes]) =>
    needles
      .filter(({ isShort, bytes: { length } }) => !isShort || length > 5 || !holdsSealed(place))
      .flatMap(({ key, how, bytes: needle }) => {
        const at = bytes.indexOf(needle)
        if (at === -1) return []
        const around = bytes.subarray(Math.max(0, at - 60), at + needle.length + 40).toString()
        return [`${key} (${how}) in ${place}: ${JSON.stringify(around.slice(0, 300))}`]
      }),
  )
}

async function readAnswers(service: Service, checkIds: readonly string[]): Promise<Haystacks> {
  const answers: Haystacks = new Map()
  const read = async (path: string): Promise<unknown> => {
    const { status, body } = await service.request('GET', path)
    assert.equal(status, 200, path)
    answers.set(`GET ${path}`, Buffer.from(`${JSON.stringify(body)}\n${textsIn(body).join('\n')}`))
    return body
  }
  for (const path of [
    '/v1/checks?limit=100',
    '/v2/checks?limit=100',
    '/v1/check-groups',
    '/v1/private-locations',
    '/v1/alert-channels',
    '/v1/variables?limit=100',
    '/v1/client-certificates',
    '/v1/check-statuses',
    '/v1/check-alerts?limit=100',
    '/v1/alert-notifications?limit=100',
    '/v1/alert-notifications?limit=100&page=2',
  ]) {
    await read(path)
  }
  for (const id of checkIds) {
    await read(`/v1/checks/${id}`)
    const { entries } = (await read(`/v2/check-results/${id}?resultType=ALL&limit=100`)) as {
      entries: { id: string }[]
    }
    for (const entry of entries) await read(`/v1/check-results/${id}/${entry.id}`)
  }
  return answers
}

/** Every text and every name in an answer. */
function textsIn(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [String(value)]
  return Object.entries(value).flatMap(([key, item]) => [key, ...textsIn(item)])
}

async function startPlace(t: TestContext, place: TestDatabase) {
  const [receiver, mailServer, book] = [
    await startReceiver(t),
    await startMailServer(t),
    new Map<string, string[]>(),
  ]
  const { planted, heard, httpPort } = await plantMonitors(t, book)
  // Receivers tell back what they were told as well, and their answers are shown.
  receiver.react(({ headers, body }) => ({
    kind: 'answer',
    status: 200,
    body: `${echoOf([String(headers['x-token'])])} ${body.toString().slice(0, 500)}`,
  }))
  const service = await startService(t, {
    place,
    settings: {
      SONDE_EMBEDDED_AGENT: 'on',
      LOG_LEVEL: 'debug',
      SMTP_URL: mailServer.url,
      SMTP_FROM: 'sonde@example.com',
      DNS_RESOLVERS: '127.0.0.1:9',
    },
  })
  return { receiver, mailServer, planted, heard, httpPort, service }
}

async function storeSecrets(service: Service, proxyPort: number) {
  const [proxy = marker] = secretsOf('PROXY')
  const [passphrase = marker] = secretsOf('PASSPHRASE')
  const asSecret = ({ key, value }: PlantedSecret): object => ({ key, value, secret: true })
  for (const secret of accountSecrets) await service.expect(201, 'POST', '/v1/variables', asSecret(secret))
  await service.expect(201, 'POST', '/v1/variables', marker)
  await service.expect(201, 'POST', '/v1/variables', asSecret(ordinaryWord))
  const proxyUrl = `http://agent:${encodeURIComponent(proxy.value)}@127.0.0.1:${proxyPort}`
  await service.expect(201, 'POST', '/v1/variables', asSecret({ key: 'PROXY_URL', value: proxyUrl }))
  const group = (await service.expect(201, 'POST', '/v2/check-groups', {
    name: 'Planted',
    environmentVariables: groupSecrets.map(asSecret),
  })) as { id: number }
  const location = (await service.expect(201, 'POST', '/v1/private-locations', {
    name: 'Behind a proxy',
    slugName: 'proxied',
    proxyUrl: '{{PROXY_URL}}',
  })) as { keys: { rawKey: string }[] }
  const { cert, key } = createCertificateAuthority().issueClient('a client')
  const encrypted = createPrivateKey(key).export({
    type: 'pkcs8',
    format: 'pem',
    cipher: 'aes-256-cbc',
    passphrase: passphrase.value,
  })
  await service.expect(201, 'POST', '/v1/client-certificates', {
    host: '127.0.0.1',
    cert,
    key: encrypted,
    passphrase: passphrase.value,
  })
  const keyLine = String(encrypted).split('\n')[3] ?? ''
  return { groupId: group.id, agentKey: location.keys[0]?.rawKey ?? '', keyLine }
}

/** The channel has a secret in its header, which its receiver is to have. */
async function makeChannels(service: Service, url: string): Promise<object[]> {
  const [token] = named(secretsOf('LABEL')[3])
  const hook = { name: 'hook', url, headers: [{ key: 'x-token', value: token, locked: false }] }
  const made = [
    { type: 'WEBHOOK', config: hook },
    { type: 'EMAIL', config: { address: 'oncall@example.com' } },
  ].map((body) => service.expect(201, 'POST', '/v1/alert-channels', { ...body, sendDegraded: true }))
  return (await Promise.all(made)).map((channel) => ({
    alertChannelId: (channel as { id: number }).id,
    activated: true,
  }))
}

suite('secrets', () => {
  forOneEngine('fifty planted secrets', (engine) => {
    test('are in no result, alert, notification, mail, log or row, in whatever form their targets tell them back', async (t) => {
      const place = await engine.createMigratedDatabase()
      t.after(() => place.remove())
      assert.equal(plantedSecrets.length, 50)
      const { receiver, mailServer, planted, heard, httpPort, service } = await startPlace(t, place)
      const [proxySecret = marker] = secretsOf('PROXY')
      const proxy = await startForwardProxy(t, {
        credentials: `agent:${proxySecret.value}`,
        targetPort: httpPort,
      })
      const { groupId, agentKey, keyLine } = await storeSecrets(service, proxy.port)
      const agent = startAgent(t, {
        serviceUrl: service.address,
        key: agentKey,
        environment: { DNS_RESOLVERS: '127.0.0.1:9' },
      })
      await agent.untilReady()
      const subscriptions = await makeChannels(service, receiver.url)
      const traces = await startTraceReceiver(t)
      await service.expect(200, 'PUT', '/v1/accounts/me/trace-export', {
        enabled: true,
        sendTraceHeaders: true,
        endpoint: traces.endpoint,
      })

      const checkIds: string[] = []
      const create = async ({ segment, body, secrets }: Planted, where: object): Promise<void> => {
        const own = [...secrets, ...plantedSecrets].filter((secret) => checkSecrets.has(secret))
        const made = (await service.expect(201, 'POST', `/v1/checks/${segment}`, {
          name: `${segment} ${checkIds.length}`,
          frequency: 1440,
          doubleCheck: false,
          retryStrategy: null,
          groupId,
          environmentVariables: [...new Set(own)].map(({ key, value }) => ({ key, value, secret: true })),
          alertChannelSubscriptions: subscriptions,
          ...where,
          ...body,
        })) as { id: string }
        checkIds.push(made.id)
      }
      for (const one of planted) await create(one, { locations: ['eu-west-1'] })
      const proxied = planted.filter(({ segment }) => segment === 'url' || segment === 'tcp').slice(0, 8)
      for (const one of proxied) await create(one, { locations: [], privateLocations: ['proxied'] })
      for (const id of checkIds) await service.untilResults(id)
      await eventually(
        'everybody who is to be told is told',
        async () => {
          const body = await service.expect(200, 'GET', '/v1/alert-notifications?limit=100')
          const listed = body as { status: string }[]
          return listed.length > 20 && listed.every(({ status }) => status !== 'IN_PROGRESS')
        },
        { everyMs: 500 },
      )
      await eventually('all traces are sent', async () => {
        const shown = await service.expect(200, 'GET', '/v1/accounts/me/trace-export')
        return (shown as { pendingRuns: number }).pendingRuns === 0 && traces.requests.length > 0
      })
      const answers = await readAnswers(service, checkIds)
      const readable = await readAsReader(service, checkIds)
      const running = await readStoredTexts(place)
      agent.kill('SIGTERM')
      await agent.exited
      await service.stop('SIGTERM')

      const told: Haystacks = new Map()
      for (const [nth, { headers, body, target }] of receiver.requests.entries()) {
        const { 'x-token': _token, ...shown } = headers
        told.set(
          `webhook ${nth}`,
          Buffer.from(`${target}
${JSON.stringify(shown)}
${body.toString()}`),
        )
      }
      for (const [nth, { mail }] of mailServer.mails.entries()) {
        const { subject = '', text = '', html = '' } = await mail
        told.set(`mail ${nth}`, Buffer.from([subject, text, html].join('\n')))
      }
      for (const [nth, { body }] of traces.requests.entries())
        told.set(`trace ${nth}`, Buffer.from(JSON.stringify(body)))
      const logs: Haystacks = new Map([
        ['log of the server', Buffer.from(service.server().stdout() + service.server().stderr())],
        ['log of the agent', Buffer.from(agent.output())],
      ])
      const stored = await readStoredTexts(place)

      // The search finds what is there to be found, in each of the places.
      const finds = (haystacks: Haystacks): number =>
        [...haystacks.values()].filter((bytes) => bytes.includes(marker.value)).length
      assert.ok(finds(answers) > planted.length / 2, `${finds(answers)} answers with the marker`)
      assert.ok(finds(told) > 5, `${finds(told)} messages with the marker`)
      for (const texts of [running, stored])
        assert.ok(texts.get('table results')?.includes(marker.value) === true)
      const arrived = heard.join('\n')
      const [number = marker] = secretsOf('NUMBER')
      for (const { key, value } of secretsOf('ANY')) {
        const forms = [value, encodeURI(value), Buffer.from(value).toString('latin1')]
        assert.ok(
          forms.some((form) => arrived.includes(form)),
          `${key} never came to a target`,
        )
      }
      assert.ok(!arrived.includes(number.value))
      assert.ok(proxy.seen.length > 0 && proxy.seen.every(({ isAllowed }) => isAllowed))

      const masked = (segment: string): boolean =>
        planted.some(({ segment: own }, nth) => {
          const path = `GET /v2/check-results/${checkIds[nth]}?resultType=ALL&limit=100`
          return own === segment && answers.get(path)?.includes('*********') === true
        })
      for (const segment of ['url', 'api', 'tcp', 'dns', 'ssl', 'grpc', 'icmp', 'traceroute']) {
        assert.ok(masked(segment), `no ${segment} result had anything to mask`)
      }

      const login = Buffer.from(`me:${writtenSecrets.urlPassword}`).toString('base64')
      const apiLogin = Buffer.from(`me:${writtenSecrets.apiPassword}`).toString('base64')
      const { metadata, apiHeader, apiKey, apiParameter } = writtenSecrets
      for (const text of [login, apiLogin, metadata, apiHeader, apiKey, apiParameter]) {
        assert.ok(arrived.includes(text), 'opened for their runs')
      }
      const needles = [...Object.values(writtenSecrets), login, apiLogin]
      const results = new Map([...answers].filter(([path]) => path.includes('/check-results/')))
      for (const [where, bytes] of [results, readable, told, logs, running, stored].flatMap((haystacks) => [
        ...haystacks,
      ])) {
        const inClear = needles.filter((needle) => bytes.includes(needle))
        assert.deepEqual(inClear, [], `in ${where}`)
      }

      const everything = [answers, readable, told, logs, running, stored]
      for (const [where, bytes] of everything.flatMap((haystacks) => [...haystacks])) {
        assert.ok(!bytes.includes(keyLine), `the key of the client certificate is in ${where}`)
      }
      const found = everything.flatMap(findSecrets)
      assert.equal(found.length, 0, `${found.length}:\n${found.slice(0, 40).join('\n')}`)
    })

    test('that an earlier version has stored in clear are encrypted by the next start', async (t) => {
      const place = await engine.createMigratedDatabase()
      t.after(() => place.remove())
      const settings = {
        SONDE_DATA_DIR: place.dataDir,
        ...(place.databaseUrl === null ? {} : { DATABASE_URL: place.databaseUrl }),
        ...credentialSettings(someCredentials),
      }
      const first = await startServer(t, settings)
      const url = `http://me:${writtenSecrets.urlPassword}@127.0.0.1:9/`
      const body = { name: 'In clear', activated: false, request: { url }, locations: ['eu-west-1'] }
      const { body: made } = await call(first.address, someCredentials, 'POST', '/v1/checks/url', body)
      const { id } = made as { id: string }
      first.kill('SIGTERM')
      await first.exited
      // As 0.6 would have left it.
      const before = await open(place)
      await before.write(async (db) => {
        const row = await db
          .selectFrom('checks')
          .select('config')
          .where('id', '=', id)
          .executeTakeFirstOrThrow()
        const config = row.config.replace('***', writtenSecrets.urlPassword)
        await db.updateTable('checks').set({ config, sealed_secrets: null }).where('id', '=', id).execute()
        await db.deleteFrom('counters').where('name', 'like', '%_secrets_%').execute()
      })
      await before.close()
      const second = await startServer(t, settings)
      const shown = await call(second.address, someCredentials, 'GET', `/v1/checks/${id}`)
      assert.equal((shown.body as typeof body).request.url, url)
      // At once, unless the database still thinks that the first one runs the checks.
      await eventually('no row has it in clear', async () => {
        const stored = await readStoredTexts(place)
        return ![...stored].some(
          ([where, bytes]) => where.startsWith('table ') && bytes.includes(writtenSecrets.urlPassword),
        )
      })
      const again = await call(second.address, someCredentials, 'GET', `/v1/checks/${id}`)
      assert.equal((again.body as typeof body).request.url, url)
    })
  })
})
