import assert from 'node:assert/strict'
import { tmpdir } from 'node:os'
import { test } from 'node:test'
import { testKey } from '../../testing/agent-under-test.ts'
import { readSettings, type Settings } from './settings.ts'

const required = { API_KEY: testKey, SERVICE_URL: 'https://sonde.example.com' }

function read(environment: Record<string, string>): Settings {
  const answer = readSettings({ ...required, ...environment })
  assert.ok(answer.ok, answer.ok ? '' : answer.mistakes.join('\n'))
  return answer.settings
}

function mistakes(environment: Record<string, string>): string[] {
  const answer = readSettings(environment)
  return answer.ok ? [] : answer.mistakes
}

test('only the key and the address are required', () => {
  const settings = read({})
  assert.deepEqual(
    [settings.jobConcurrency, settings.uptimeConcurrency, settings.healthPort, settings.shutdownMs],
    [1, 20_000, 8081, 1_830_000],
  )
  assert.deepEqual([settings.metricsPort, settings.httpsProxy, settings.workDir], [null, null, tmpdir()])
  assert.deepEqual(
    [settings.reportsErrors, settings.usesOsResolver, settings.dependencyCache],
    [true, false, 'off'],
  )
  assert.deepEqual(settings.dnsResolvers, ['8.8.8.8', '1.1.1.1', 'system'])
  assert.deepEqual(settings.warnings, [])
})

test('every mistake is told at once, each with its name', () => {
  const told = mistakes({
    API_KEY: 'pl_short',
    SERVICE_URL: 'ftp://x',
    AGENT_HEALTH_PORT: '70000',
    UPTIME_CONCURRENCY: '0',
    SHUTDOWN_TIMEOUT: 'soon',
    HTTPS_PROXY: 'socks5://user:hidden@proxy',
    NO_PROXY: '10.0.0.0/40',
    CONNECTIVITY_TARGETS: 'gateway,host:99999',
    DNS_RESOLVERS: 'a b',
    EXTERNAL_OBSERVABILITY: 'maybe',
    USE_OS_DNS_RESOLVER: 'sometimes',
    WORK_DIR: '/nowhere',
  })
  const names = told.map((line) => line.split(':')[0]).toSorted()
  assert.deepEqual(names, [
    'AGENT_HEALTH_PORT',
    'API_KEY',
    'CONNECTIVITY_TARGETS',
    'DNS_RESOLVERS',
    'EXTERNAL_OBSERVABILITY',
    'HTTPS_PROXY',
    'NO_PROXY',
    'SERVICE_URL',
    'SHUTDOWN_TIMEOUT',
    'UPTIME_CONCURRENCY',
    'USE_OS_DNS_RESOLVER',
    'WORK_DIR',
  ])
  assert.equal(told.join().includes('hidden'), false)
  assert.equal(told.join().includes('short'), false)
})

for (const { name, key, isGood } of [
  { name: 'of a private location', key: `pl_${'a'.repeat(64)}`, isGood: true },
  { name: 'of a data center', key: `dc_${'0'.repeat(64)}`, isGood: true },
  { name: 'in upper case', key: `pl_${'A'.repeat(64)}`, isGood: false },
  { name: 'of a user', key: `cu_${'a'.repeat(64)}`, isGood: false },
  { name: 'that is too long', key: `pl_${'a'.repeat(65)}`, isGood: false },
]) {
  test(`a key ${name} is ${isGood ? 'accepted' : 'refused'}`, () => {
    assert.equal(readSettings({ ...required, API_KEY: key }).ok, isGood)
  })
}

test('API_KEY and API_KEY_FILE together are a mistake', () => {
  assert.deepEqual(mistakes({ ...required, API_KEY_FILE: '/x' }), [
    'API_KEY_FILE: is set together with API_KEY; set only one of them',
  ])
})

for (const { written, used, warnings } of [
  { written: '-3', used: 1, warnings: 1 },
  { written: '0', used: 1, warnings: 1 },
  { written: '7', used: 7, warnings: 0 },
  { written: '11', used: 10, warnings: 1 },
]) {
  test(`case 10: JOB_CONCURRENCY=${written} is read as ${used}`, () => {
    const settings = read({ JOB_CONCURRENCY: written })
    assert.deepEqual([settings.jobConcurrency, settings.warnings.length], [used, warnings])
  })
}

for (const { written, level, warnings } of [
  { written: 'debug', level: 'debug', warnings: 0 },
  { written: 'Log', level: 'info', warnings: 0 },
  { written: 'WARN', level: 'warn', warnings: 0 },
  { written: 'error', level: 'error', warnings: 0 },
  { written: 'loud', level: 'info', warnings: 1 },
]) {
  test(`LOG_LEVEL=${written} is read as ${level}`, () => {
    const settings = read({ LOG_LEVEL: written })
    assert.deepEqual([settings.logLevel, settings.warnings.length], [level, warnings])
  })
}

for (const off of ['off', 'OFF', 'False', '0', 'no']) {
  test(`EXTERNAL_OBSERVABILITY=${off} switches it off`, () => {
    assert.equal(read({ EXTERNAL_OBSERVABILITY: off }).reportsErrors, false)
  })
}

test('http to another machine is warned of, to this one is not', () => {
  assert.equal(read({ SERVICE_URL: 'http://sonde.example.com' }).warnings.length, 1)
  assert.equal(read({ SERVICE_URL: 'http://127.0.0.1:3000' }).warnings.length, 0)
  assert.equal(read({ SERVICE_URL: 'http://localhost:3000' }).warnings.length, 0)
  assert.equal(read({ SERVICE_URL: 'http://[::1]:3000' }).warnings.length, 0)
})

test('proxies are read in either case, with or without a scheme', () => {
  assert.equal(read({ https_proxy: 'proxy.local:3128' }).httpsProxy?.href, 'http://proxy.local:3128/')
  assert.equal(read({ HTTP_PROXY: 'https://proxy.local' }).httpProxy?.href, 'https://proxy.local/')
})

test('witnesses are hosts, or hosts with a port', () => {
  const { connectivityTargets } = read({
    CONNECTIVITY_TARGETS: '192.0.2.1, dns.example.com:53,[2001:db8::1]:443,2001:db8::2',
  })
  assert.deepEqual(connectivityTargets, [
    { host: '192.0.2.1', port: null },
    { host: 'dns.example.com', port: 53 },
    { host: '2001:db8::1', port: 443 },
    { host: '2001:db8::2', port: null },
  ])
})

test('CHECKLY_S3 is another word for SERVICE', () => {
  assert.equal(read({ DEPENDENCY_CACHE: 'CHECKLY_S3' }).dependencyCache, 'service')
})
