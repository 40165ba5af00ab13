import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, suite, test, type TestContext } from 'node:test'
import type { IpFamily } from '@sonde/schema/check-types/ip-family.ts'
import { closedUdpPort, ipv4, replyTo, startResponder } from '../testing/dns-responder.ts'
import { startDnsServer, type DnsAnswer, type DnsServer } from '../testing/dns-server.ts'
import { exceptOwnShortage } from './own-shortage.ts'
import { createNameResolver, type ResolveName } from './resolve-name.ts'

const v4 = Buffer.from([192, 0, 2, 10])
const secondV4 = Buffer.from([192, 0, 2, 11])
const v6 = Buffer.from('20010db8000000000000000000000010', 'hex')

/** What the test's server knows, by name and type. Names it does not know do not exist; null is silence. */
const zone: Record<string, DnsAnswer | null> = {
  'both.test A': { addresses: [v4, secondV4] },
  'both.test AAAA': { addresses: [v6] },
  'only-six.test A': {},
  'only-six.test AAAA': { addresses: [v6] },
  'only-four.test A': { addresses: [v4] },
  'only-four.test AAAA': {},
  'neither.test A': {},
  'neither.test AAAA': {},
  'half-silent.test A': {},
  'half-silent.test AAAA': null,
  'broken.test A': { code: 'SERVFAIL' },
  'refused.test A': { code: 'REFUSED' },
  'silent.test A': null,
  'xn--mnchen-3ya.test A': { addresses: [v4] },
  'in-hosts-six.test A': { code: 'NXDOMAIN' },
}

let server: DnsServer
let resolveName: ResolveName
let folder: string

before(async () => {
  server = await startDnsServer(({ name, type }) => {
    const known = zone[`${name.toLowerCase()} ${type}`]
    return known === undefined ? { code: 'NXDOMAIN' } : known
  })
  folder = mkdtempSync(join(tmpdir(), 'sonde-hosts-'))
  const hostsFile = join(folder, 'hosts')
  writeFileSync(
    hostsFile,
    '# 192.0.2.99 comment.test\n192.0.2.44\tin-hosts.test Alias.Test # why\n192.0.2.45 in-hosts.test\n2001:db8::6 in-hosts-six.test\nnonsense here\n',
  )
  resolveName = createNameResolver({ servers: [server.address], hostsFile, timeoutMs: 400 })
})

after(async () => {
  await server.close()
  rmSync(folder, { recursive: true })
})

const found: { name: string; hostname: string; family: IpFamily; address: string }[] = [
  { name: 'an IPv4 name: its first A record', hostname: 'both.test', family: 'IPv4', address: '192.0.2.10' },
  { name: 'an IPv6 name: its AAAA record', hostname: 'both.test', family: 'IPv6', address: '2001:db8::10' },
  {
    name: 'case and the final dot do not matter',
    hostname: 'Both.TEST.',
    family: 'IPv4',
    address: '192.0.2.10',
  },
  { name: 'localhost is this machine', hostname: 'localhost', family: 'IPv4', address: '127.0.0.1' },
  { name: 'localhost is this machine, by IPv6', hostname: 'LocalHost.', family: 'IPv6', address: '::1' },
  { name: 'names under localhost too', hostname: 'app.localhost', family: 'IPv4', address: '127.0.0.1' },
  {
    name: 'the hosts file, its first line',
    hostname: 'in-hosts.test',
    family: 'IPv4',
    address: '192.0.2.44',
  },
  { name: 'the hosts file, in any case', hostname: 'ALIAS.test', family: 'IPv4', address: '192.0.2.44' },
  { name: 'a name with an umlaut', hostname: 'münchen.test', family: 'IPv4', address: '192.0.2.10' },
]
for (const { name, hostname, family, address } of found) {
  test(`resolved: ${name}`, async () => {
    const resolution = await resolveName(hostname, family)
    assert.equal(resolution.kind, 'resolved')
    assert.ok(resolution.kind === 'resolved' && resolution.durationMs > 0)
    assert.equal(resolution.address, address)
  })
}

const failed: {
  name: string
  hostname: string
  family: IpFamily
  code: string
  message: string
  syscall?: string
}[] = [
  {
    name: 'I19: an IPv6-only name with the IPv4 family',
    hostname: 'only-six.test',
    family: 'IPv4',
    code: 'ERR_INVALID_IP_ADDRESS',
    message: '"only-six.test" has no IPv4 address; check the IP family',
  },
  {
    name: 'an IPv4-only name with the IPv6 family',
    hostname: 'only-four.test',
    family: 'IPv6',
    code: 'ERR_INVALID_IP_ADDRESS',
    message: '"only-four.test" has no IPv6 address; check the IP family',
  },
  {
    name: 'I19: the literal ::1 with the IPv4 family',
    hostname: '::1',
    family: 'IPv4',
    code: 'ERR_INVALID_IP_ADDRESS',
    message: '"::1" has no IPv4 address; check the IP family',
  },
  {
    name: 'I19: an unknown name',
    hostname: 'nowhere.test',
    family: 'IPv4',
    code: 'ENOTFOUND',
    message: 'DNS lookup for "nowhere.test" failed: name does not exist',
    syscall: 'queryA',
  },
  {
    name: 'an unknown name, by IPv6',
    hostname: 'nowhere.test',
    family: 'IPv6',
    code: 'ENOTFOUND',
    message: 'DNS lookup for "nowhere.test" failed: name does not exist',
    syscall: 'queryAaaa',
  },
  {
    name: 'a name without any address',
    hostname: 'neither.test',
    family: 'IPv4',
    code: 'ENODATA',
    message: '"neither.test" has no IP address',
  },
  {
    name: 'no address of this family, and silence about the other',
    hostname: 'half-silent.test',
    family: 'IPv4',
    code: 'ERR_INVALID_IP_ADDRESS',
    message: '"half-silent.test" has no IPv4 address; check the IP family',
  },
  {
    name: 'a hosts file that knows only the other family',
    hostname: 'in-hosts-six.test',
    family: 'IPv4',
    code: 'ERR_INVALID_IP_ADDRESS',
    message: '"in-hosts-six.test" has no IPv4 address; check the IP family',
  },
  {
    name: 'SERVFAIL',
    hostname: 'broken.test',
    family: 'IPv4',
    code: 'EAI_AGAIN',
    message: 'DNS lookup for "broken.test" failed: resolver gave no usable answer',
  },
  {
    name: 'REFUSED',
    hostname: 'refused.test',
    family: 'IPv4',
    code: 'EAI_AGAIN',
    message: 'DNS lookup for "refused.test" failed: resolver gave no usable answer',
  },
  {
    name: 'silence',
    hostname: 'silent.test',
    family: 'IPv4',
    code: 'EAI_AGAIN',
    message: 'DNS lookup for "silent.test" failed: resolver gave no usable answer',
  },
  {
    name: 'a label that is too long for DNS',
    hostname: `${'a'.repeat(64)}.test`,
    family: 'IPv4',
    code: 'ENOTFOUND',
    message: `DNS lookup for "${'a'.repeat(64)}.test" failed: name does not exist`,
    syscall: 'queryA',
  },
]
for (const { name, hostname, family, code, message, syscall } of failed) {
  test(`failed: ${name}`, async () => {
    assert.deepEqual(await resolveName(hostname, family), {
      kind: 'failed',
      error: { code, message, hostname, ...(syscall === undefined ? {} : { syscall }) },
    })
  })
}

test('a literal takes no time and asks nobody', async () => {
  const asked = server.questions.length
  assert.deepEqual(await resolveName('192.0.2.7', 'IPv4'), {
    kind: 'resolved',
    address: '192.0.2.7',
    family: 'IPv4',
    durationMs: 0,
  })
  assert.equal((await resolveName('2001:db8::7', 'IPv6')).kind, 'resolved')
  assert.equal(server.questions.length, asked)
})

test('the server is asked each time, and only for the family in question', async () => {
  const asked = server.questions.length
  await resolveName('both.test', 'IPv4')
  await resolveName('both.test', 'IPv4')
  assert.deepEqual(server.questions.slice(asked), [
    { name: 'both.test', type: 'A' },
    { name: 'both.test', type: 'A' },
  ])
})

test('the other family is asked once, to word the error', async () => {
  const asked = server.questions.length
  await resolveName('only-six.test', 'IPv4')
  assert.deepEqual(
    server.questions.slice(asked).map(({ type }) => type),
    ['A', 'AAAA'],
  )
})

test('silence ends at the limit of the whole lookup', async () => {
  const startedMs = performance.now()
  await resolveName('silent.test', 'IPv4')
  const tookMs = performance.now() - startedMs
  assert.ok(tookMs >= 390 && tookMs < 1500, `${tookMs} ms`)
})

test('a second server is asked when the first is silent', async () => {
  const silent = await startDnsServer(() => null)
  const resolve = createNameResolver({ servers: [silent.address, server.address], timeoutMs: 5000 })
  const resolution = await resolve('both.test', 'IPv4')
  await silent.close()
  assert.equal(resolution.kind, 'resolved')
})

test('by the operating system: a literal, a name of this machine, and the error for none', async () => {
  const resolve = createNameResolver({ useOsResolver: true, timeoutMs: 5000 })
  assert.deepEqual(await resolve('::1', 'IPv4'), {
    kind: 'failed',
    error: {
      code: 'ERR_INVALID_IP_ADDRESS',
      message: '"::1" has no IPv4 address; check the IP family',
      hostname: '::1',
    },
  })
  const local = await resolve('localhost', 'IPv4')
  assert.ok(local.kind === 'resolved' && local.address === '127.0.0.1')
})

test('after twenty quick answers one of 1.2 s is waited for', async () => {
  let isSlow = false
  const slow = await startDnsServer(() => ({ addresses: [v4] }), { delayMs: () => (isSlow ? 1200 : 0) })
  const resolve = createNameResolver({ servers: [slow.address], hostsFile: '/dev/null' })
  for (let round = 0; round < 20; round += 1)
    assert.equal((await resolve('quick.test', 'IPv4')).kind, 'resolved')
  isSlow = true
  const resolution = await resolve('slow.test', 'IPv4')
  await slow.close()
  assert.equal(resolution.kind, 'resolved')
  assert.ok(resolution.kind === 'resolved' && resolution.durationMs >= 1190)
})

test('a slow first server is still listened to while the second is silent', async () => {
  const slow = await startDnsServer(() => ({ addresses: [v4] }), { delayMs: () => 1300 })
  const silent = await startDnsServer(() => null)
  const resolve = createNameResolver({ servers: [slow.address, silent.address], hostsFile: '/dev/null' })
  const resolution = await resolve('both.test', 'IPv4')
  await Promise.all([slow.close(), silent.close()])
  assert.ok(resolution.kind === 'resolved' && resolution.address === '192.0.2.10')
})

test('a reply that does not fit into a datagram is asked for again over TCP', async (t) => {
  const address = ipv4(192, 0, 2, 33)
  const responder = await startResponder(t, (query, say) => {
    const isCut = responder.queries.at(-1)?.protocol === 'UDP'
    const reply = replyTo(query, isCut ? {} : { answers: [address] })
    if (isCut) reply.writeUInt16BE(reply.readUInt16BE(2) | 0x0200, 2)
    say(reply)
  })
  const resolve = createNameResolver({ servers: [responder.address], hostsFile: '/dev/null' })
  const resolution = await resolve('large.test', 'IPv4')
  assert.ok(resolution.kind === 'resolved' && resolution.address === '192.0.2.33')
  assert.deepEqual(
    responder.queries.map(({ protocol }) => protocol),
    ['UDP', 'TCP'],
  )
})

suite('a resolver that is gone', () => {
  for (const [what, servers] of [
    ['nobody listens at its port', async () => [`127.0.0.1:${await closedUdpPort()}`]],
    ['it says nothing', async (t: TestContext) => [(await startResponder(t, () => undefined)).address]],
  ] as const) {
    test(`${what}: that is our trouble, and no verdict about the name`, async (t) => {
      const resolve = createNameResolver({
        servers: await servers(t),
        hostsFile: '/dev/null',
        timeoutMs: 200,
      })
      const resolution = await resolve('shop.test', 'IPv4')
      assert.ok(resolution.kind === 'failed')
      assert.equal(resolution.error.code, 'ERR_NO_RESOLVER')
      const outcome = exceptOwnShortage({ kind: 'unreachable', error: resolution.error, document: null })
      assert.ok(outcome.kind === 'not-run' && outcome.cause === 'no-resolver')
    })
  }

  test('it dies while names are looked up: those that were answered before prove nothing', async (t) => {
    let isDead = false
    const responder = await startResponder(t, (query, say) => {
      if (!isDead) say(replyTo(query, { answers: [ipv4(192, 0, 2, 1)] }))
    })
    const resolve = createNameResolver({
      servers: [responder.address],
      hostsFile: '/dev/null',
      timeoutMs: 1_600,
    })
    assert.equal((await resolve('other.example', 'IPv4')).kind, 'resolved')
    isDead = true
    const resolution = await resolve('shop.test', 'IPv4')
    assert.ok(resolution.kind === 'failed' && resolution.error.code === 'ERR_NO_RESOLVER')
  })

  test('it is silent about one name, and answers for another: the name is to blame', async (t) => {
    const responder = await startResponder(t, (query, say) => {
      if (!query.includes('shop')) say(replyTo(query, { answers: [ipv4(192, 0, 2, 1)] }))
    })
    const resolve = createNameResolver({
      servers: [responder.address],
      hostsFile: '/dev/null',
      timeoutMs: 1_600,
    })
    assert.equal((await resolve('other.example', 'IPv4')).kind, 'resolved')
    const resolution = await resolve('shop.test', 'IPv4')
    assert.ok(resolution.kind === 'failed' && resolution.error.code === 'EAI_AGAIN')
  })

  for (const [who, names, code] of [
    ['the provider of two zones is to blame', ['shop.test', 'api.shop.test', 'shop.example'], 'EAI_AGAIN'],
    ['its own way out is cut', ['shop.test', 'blog.example', 'mail.invalid'], 'ERR_NO_RESOLVER'],
  ] as const) {
    test(`it is silent about ${names.join(', ')}, and answers for the root: ${who}`, async (t) => {
      let isCut = false
      const root = Buffer.from([0, 0, 2, 0, 1])
      const responder = await startResponder(t, (query, say) => {
        const isRoot = query.subarray(12, 17).equals(root)
        if (isRoot || !isCut) say(replyTo(query, { answers: isRoot ? [] : [ipv4(192, 0, 2, 1)] }))
      })
      const resolve = createNameResolver({
        servers: [responder.address],
        hostsFile: '/dev/null',
        timeoutMs: 1_600,
      })
      for (const name of names) assert.equal((await resolve(name, 'IPv4')).kind, 'resolved')
      isCut = true
      const resolution = await resolve('shop.test', 'IPv4')
      assert.ok(resolution.kind === 'failed')
      assert.equal(resolution.error.code, code)
    })
  }
})

test('names of a search list are tried in order, and a name that exists without address is told from none', async (t) => {
  const asked: string[] = []
  const known = await startDnsServer(({ name, type }) => {
    asked.push(`${name} ${type}`)
    if (name === 'db.b.test') return type === 'A' ? { addresses: [v4] } : {}
    return name === 'empty.a.test' ? {} : { code: 'NXDOMAIN' }
  })
  t.after(known.close)
  const config = () => ({ servers: [known.address], search: ['a.test', 'b.test'], ndots: 1 })
  const resolve = createNameResolver({ config, hostsFile: '/dev/null' })
  const db = await resolve('db', 'IPv4')
  assert.ok(db.kind === 'resolved' && db.address === '192.0.2.10')
  assert.deepEqual(asked, ['db.a.test A', 'db.b.test A'])
  const empty = await resolve('empty', 'IPv4')
  assert.ok(empty.kind === 'failed' && empty.error.code === 'ENODATA')
  const whole = await resolve('db.', 'IPv4')
  assert.ok(whole.kind === 'failed' && whole.error.code === 'ENOTFOUND')
})
