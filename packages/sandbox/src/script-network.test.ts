import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { firewallRules } from './firewall.ts'
import { openScriptNetwork } from './script-network.ts'

const nft = '/usr/sbin/nft'
const program = fileURLToPath(new URL('../testing/firewall-program.ts', import.meta.url))
const userIds = { first: 64100, last: 64199 }
const policy = { deniedRanges: ['169.254.0.0/16'], deniedLoopbackPorts: [] }
const options = { table: 'sonde_test', policy, userIds, nft: null, mustDeny: true }

const setUp = [
  'ip link set lo up',
  ...['169.254.169.254/32', '10.9.9.9/32'].map((address) => `ip addr add ${address} dev lo`),
  'ip addr add fd00::9/128 dev lo nodad',
  `mount --bind "$HOSTS" /etc/hosts`,
].join(' && ')

const skip =
  process.getuid?.() !== 0
    ? 'it needs root'
    : !existsSync(nft) && 'nft is not installed (Debian package nftables)'

test(
  'SI 10.15, 10.16: denied addresses are refused however they are written, allowed ones are reached',
  { skip },
  () => {
    const hosts = fileURLToPath(new URL('../testing/hosts', import.meta.url))
    const { stdout, stderr } = spawnSync(
      'unshare',
      ['--net', '--mount', '/bin/sh', '-c', `${setUp} && exec "$0" "$@"`, process.execPath, program],
      { env: { ...process.env, NFT: nft, HOSTS: hosts }, encoding: 'utf8', timeout: 60_000 },
    )
    const { way, denied, open } = JSON.parse(stdout || JSON.stringify({ stderr }))
    assert.equal(way, 'firewall', stderr)
    assert.deepEqual(Object.keys(denied), ['namespaces', 'user'])
    for (const [level, results] of Object.entries(denied)) {
      const { allowed, loopback, ...others } = Object(results)
      assert.deepEqual([allowed, loopback], ['done: undefined', 'done: undefined'], level)
      for (const [name, result] of Object.entries(others))
        assert.match(String(result), /^(EHOSTUNREACH|ECONNREFUSED|EACCES|EPERM)$/, `${level}: ${name}`)
    }
    // Without the table everything answers: it was the firewall that refused.
    for (const results of Object.values(open))
      assert.deepEqual([...new Set(Object.values(Object(results)))], ['done: undefined'])
  },
)

test('SI 10.23: without a way to deny, scripts run only where nothing must be denied', async () => {
  const refused = await openScriptNetwork({ ...options, setting: 'auto' })
  assert.equal(refused.way, null)
  assert.match(refused.refusal ?? '', /nftables.*SCRIPT_NETWORK=open/)
  assert.equal((await openScriptNetwork({ ...options, setting: 'firewall', mustDeny: false })).way, null)
  const open = await openScriptNetwork({ ...options, setting: 'open' })
  assert.deepEqual(
    [open.way, open.warning],
    ['open', 'Scripts reach whatever this machine reaches (SCRIPT_NETWORK=open)'],
  )
  const ordinary = await openScriptNetwork({ ...options, setting: 'auto', mustDeny: false, userIds: null })
  assert.equal(ordinary.way, 'open')
  assert.match(ordinary.warning ?? '', /only when the agent is root/)
})

test('a table with nothing to deny is a table all the same', () => {
  const rules = firewallRules({
    table: 'sonde_a',
    userIds,
    policy: { deniedRanges: [], deniedLoopbackPorts: [] },
  })
  assert.match(rules, /chain scripts \{\n {2}\}.*skuid 64100-64199 jump scripts/s)
})
