import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { type DnsZone, startDnsServer } from '../testing/dns-server.ts'
import { createHostLookup } from './host-lookup.ts'
import type { Lookup } from './http-request.ts'

const six = [0x20, 0x01, 0x0d, 0xb8, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0x10]

async function lookupWith(
  t: TestContext,
  zone: DnsZone,
  { hosts = '', resolvConf = '', timeoutMs = 2_000 } = {},
): Promise<{ lookup: Lookup; questions: string[] }> {
  const server = await startDnsServer(t, zone)
  const folder = mkdtempSync(join(tmpdir(), 'sonde-lookup-'))
  t.after(() => rmSync(folder, { recursive: true }))
  const [hostsFile, resolvFile] = [join(folder, 'hosts'), join(folder, 'resolv.conf')]
  writeFileSync(hostsFile, hosts)
  if (resolvConf !== '') writeFileSync(resolvFile, resolvConf)
  const lookup = createHostLookup({
    servers: [server.address],
    hostsFile,
    resolvConf: resolvFile,
    timeoutMs,
  })
  return { lookup, questions: server.questions }
}

test('a name gives all its addresses, IPv4 first', async (t) => {
  const zone = { 'both.test a': [127, 0, 0, 9], 'both.test aaaa': six, 'six.test aaaa': six }
  const { lookup } = await lookupWith(t, zone)
  assert.deepEqual(await lookup('both.test'), ['127.0.0.9', '2001:db8::10'])
  assert.deepEqual(await lookup('six.test'), ['2001:db8::10'])
})

test('names of this machine are not asked of anybody', async (t) => {
  const { lookup, questions } = await lookupWith(t, {}, { hosts: '127.0.0.8 Relay relay.test\n::1 relay\n' })
  assert.deepEqual(await lookup('localhost'), ['127.0.0.1', '::1'])
  assert.deepEqual(await lookup('a.localhost.'), ['127.0.0.1', '::1'])
  assert.deepEqual(await lookup('relay'), ['127.0.0.8', '::1'])
  assert.deepEqual(await lookup('relay.test.'), ['127.0.0.8'])
  assert.deepEqual(questions, [])
})

test('the domains of the system are tried as the system would', async (t) => {
  const zone = { 'relay.team.svc.test a': [127, 0, 0, 7], 'out.test a': [127, 0, 0, 6] }
  const resolvConf = 'nameserver 127.0.0.1\nsearch team.svc.test svc.test\noptions ndots:2 timeout:1\n'
  const { lookup, questions } = await lookupWith(t, zone, { resolvConf })
  assert.deepEqual(await lookup('relay'), ['127.0.0.7'])
  assert.deepEqual([...new Set(questions.map((question) => question.split(' ')[0]))], ['relay.team.svc.test'])
  assert.deepEqual(await lookup('out.test'), ['127.0.0.6'])
  questions.length = 0
  await assert.rejects(lookup('relay.'), /DNS lookup of relay\. failed: there is no such name/)
  assert.deepEqual(questions.toSorted(), ['relay A', 'relay AAAA'])
})

test('a name that does not exist is told apart from servers that say nothing', async (t) => {
  const { lookup } = await lookupWith(
    t,
    { 'silent.test a': 'silent', 'silent.test aaaa': 'silent' },
    { timeoutMs: 200 },
  )
  await assert.rejects(lookup('gone.test'), /DNS lookup of gone\.test failed: there is no such name/)
  await assert.rejects(lookup('silent.test'), /no usable response from the DNS servers/)
})

test('a family whose question is not answered does not hold up the other', async (t) => {
  const { lookup } = await lookupWith(
    t,
    { 'half.test a': [127, 0, 0, 5], 'half.test aaaa': 'silent' },
    { timeoutMs: 60_000 },
  )
  assert.deepEqual(await lookup('half.test'), ['127.0.0.5'])
})

test('lookups of one name at the same time are one', async (t) => {
  const { lookup, questions } = await lookupWith(t, { 'one.test a': [127, 0, 0, 4] })
  await Promise.all(Array.from({ length: 20 }, () => lookup('one.test')))
  assert.deepEqual(questions.toSorted(), ['one.test A', 'one.test AAAA'])
  await lookup('one.test')
  assert.equal(questions.length, 4)
})

test('alerting case 47: silent name servers of many receivers do not hold up a healthy one', async (t) => {
  const silent = Array.from({ length: 16 }, (_, index) => `silent${index}.test`)
  const zone: DnsZone = Object.fromEntries([
    ['healthy.test a', [127, 0, 0, 3]],
    ...silent.flatMap((name) => [
      [`${name} a`, 'silent'],
      [`${name} aaaa`, 'silent'],
    ]),
  ])
  const { lookup } = await lookupWith(t, zone, { timeoutMs: 1_500 })
  let ended = 0
  const hanging = silent.map(async (name) => {
    await assert.rejects(lookup(name))
    ended += 1
  })
  assert.deepEqual(await lookup('healthy.test'), ['127.0.0.3'])
  assert.equal(ended, 0)
  await Promise.all(hanging)
})
