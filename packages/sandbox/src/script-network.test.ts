import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { chmodSync, chownSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { describe, test, type TestContext } from 'node:test'
import { fileURLToPath } from 'node:url'
import { silentLogger } from '@sonde/ground/testing/silent-logger.ts'
import type { NetworkOrder, NetworkReport } from '../testing/network-program.ts'
import { findProgram } from './find-program.ts'
import { firewallRules } from './firewall.ts'
import { createProcessLevel } from './process-level.ts'
import { readProcessTable, userIdOf } from './process-table.ts'
import { findResolverFile } from './resolver-file.ts'
import type { SandboxLevel } from './sandbox.ts'
import { openScriptNetwork } from './script-network.ts'
import { untilGone } from './until-gone.ts'

const program = fileURLToPath(new URL('../testing/network-program.ts', import.meta.url))
const userIds = { first: 64100, last: 64199 }
const policy = { deniedRanges: ['169.254.0.0/16'], deniedLoopbackPorts: [] }
const level = createProcessLevel({ folders: tmpdir(), log: silentLogger })
const namespaces: SandboxLevel = { ...level, name: 'namespaces', withNetworks: () => level }
const programs = { nft: null, pasta: null, nsenter: '/usr/bin/nsenter' }
const options = { table: 'sonde_test', policy, userIds, level: namespaces, programs, mustDeny: true }

/** A machine with a way out, whose targets lie on its own addresses; nothing leaves it. */
const setUp = [
  'ip link set lo up',
  'ip link add out0 type veth peer name out1 && ip link set out0 up && ip link set out1 up',
  'ip addr add 10.9.8.2/24 dev out0 && ip route add default via 10.9.8.1',
  'ip addr add fd01::2/64 dev out0 nodad && ip -6 route add default via fd01::1 dev out0',
  ...['169.254.169.254/32', '10.9.9.9/32'].map((address) => `ip addr add ${address} dev lo`),
  ...['fd00::8/128', 'fd00::9/128'].map((address) => `ip addr add ${address} dev lo nodad`),
  'echo 0 >/proc/sys/net/ipv4/ip_unprivileged_port_start',
  'mount --bind "$FILES/hosts" /etc/hosts && mount --bind "$FILES/resolv.conf" /etc/resolv.conf',
  // On most machines everybody may use it, on some only root.
  'mount -t tmpfs none "$FILES/devices" && mknod -m "$TUN" "$FILES/devices/tun" c 10 200',
  'mount --bind "$FILES/devices/tun" /dev/net/tun',
].join(' && ')

const missing = ['nft', 'pasta', 'bwrap', 'ip'].filter((name) => findProgram(name) === null)
const skip =
  process.getuid?.() !== 0
    ? 'it needs root'
    : missing.length > 0 && `${missing.join(', ')} not installed (Debian: nftables passt bubblewrap iproute2)`

type NetworkTrial = {
  setting: NetworkOrder['setting']
  uid: number
  isKilled?: boolean
  tunMode?: string
}

async function runInNetwork(
  t: TestContext,
  { setting, uid, isKilled = false, tunMode = '666' }: NetworkTrial,
): Promise<NetworkReport> {
  const files = mkdtempSync(join(tmpdir(), 'sonde-network-'))
  t.after(() => rmSync(files, { recursive: true }))
  chmodSync(files, 0o711)
  const folders = join(files, 'runs')
  for (const folder of [folders, join(files, 'devices')]) mkdirSync(folder)
  chownSync(folders, uid, uid)
  writeFileSync(join(files, 'hosts'), '127.0.0.1 localhost\n169.254.169.254 metadata.test\n')
  writeFileSync(join(files, 'resolv.conf'), 'nameserver 10.9.9.9\n')
  const order: NetworkOrder = { folders, setting, isKilled }
  const asUser = uid === 0 ? '' : `setpriv --reuid ${uid} --regid ${uid} --clear-groups`
  const command = [process.execPath, program, JSON.stringify(order)]
  const child = spawn(
    'unshare',
    ['--net', '--mount', '/bin/sh', '-c', `${setUp} && exec ${asUser} "$@"`, 'sh', ...command],
    {
      env: { ...process.env, FILES: files, TUN: tunMode },
      stdio: ['ignore', 'pipe', 'pipe'],
      timeout: 120_000,
    },
  )
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr)])
  assert.notEqual(stdout, '', stderr)
  return JSON.parse(stdout)
}

const reached = 'done: undefined'

/** Everything else was refused; and it was the network under test that did: from that of the machine all targets answer. */
function assertReached({ denied, open }: NetworkReport[string], expected: readonly string[], where: string) {
  const names = Object.keys(denied).filter((name) => denied[name] === reached)
  assert.deepEqual(names, expected, where)
  for (const [name, result] of Object.entries(denied))
    if (result !== reached)
      assert.match(result, /^(EHOSTUNREACH|ECONNREFUSED|EACCES|EPERM)$/, `${where}: ${name}`)
  assert.deepEqual([...new Set(Object.values(open))], [reached], where)
}

describe('networks', { concurrency: true }, () => {
  test(
    'SI 10.15, 10.16: the firewall refuses denied addresses however they are written, and no others',
    { skip },
    async (t) => {
      const report = await runInNetwork(t, { setting: 'auto', uid: 0 })
      assert.deepEqual(Object.keys(report), ['namespaces', 'user'])
      for (const [name, found] of Object.entries(report)) {
        assert.equal(found.way, 'firewall', found.refusal ?? name)
        assertReached(found, ['loopback', 'allowed', 'allowed6', 'allowedName'], name)
      }
    },
  )

  const ordinary = 40_000_000 + process.pid
  for (const { title, setting, uid, isKilled } of [
    { title: 'of an ordinary user', setting: 'auto', uid: ordinary, isKilled: true },
    { title: 'of root', setting: 'stack', uid: 0, isKilled: false },
  ] as const)
    test(
      `SI 10.15, 10.16, 10.20, 10.21: the network stack ${title} refuses denied addresses and the machine itself, both ways`,
      { skip },
      async (t) => {
        const { namespaces: found, ...others } = await runInNetwork(t, { setting, uid, isKilled })
        assert.ok(found !== undefined)
        assert.equal(found.way, 'stack', found.refusal ?? '')
        assertReached(found, ['allowed', 'allowed6', 'allowedName'], title)
        assert.deepEqual(new Set(found.inbound), new Set(['ECONNREFUSED']))
        assert.match(found.lost ?? '', /^The network of the run has broken down: pasta ended/)
        assert.equal(found.left, 0)
        // The levels without namespaces share the network of the machine.
        for (const other of Object.values(others)) {
          assert.equal(other.way, null)
          assert.match(other.refusal ?? '', /stack: it needs the level namespaces/)
        }
        // Of an agent that was killed nothing is left either.
        const isOfAgent = (pid: number) => uid !== 0 && userIdOf(pid) === uid
        const left = () => readProcessTable().filter(({ pid, isZombie }) => !isZombie && isOfAgent(pid))
        assert.equal(await untilGone(() => left().length === 0), true)
      },
    )

  test(
    'a network stack that cannot be started is missed with its reason, and leaves nothing',
    { skip },
    async (t) => {
      const { namespaces: found } = await runInNetwork(t, {
        setting: 'auto',
        uid: ordinary + 1,
        tunMode: '600',
      })
      assert.equal(found?.way, null)
      assert.match(found?.refusal ?? '', /stack: .*\/dev\/net\/tun \(pasta: .*tun/s)
      assert.equal(found?.left, 0)
    },
  )
})

test('SI 10.23: without a way to deny, scripts run only where nothing must be denied', async () => {
  const refused = await openScriptNetwork({ ...options, setting: 'auto' })
  assert.equal(refused.way, null)
  assert.match(refused.refusal ?? '', /nftables.*apt-get install passt.*SCRIPT_NETWORK=open/)
  for (const setting of ['firewall', 'stack'] as const)
    assert.equal((await openScriptNetwork({ ...options, setting, mustDeny: false })).way, null)
  const open = await openScriptNetwork({ ...options, setting: 'open' })
  assert.deepEqual(
    [open.way, open.warning],
    ['open', 'Scripts reach whatever this machine reaches (SCRIPT_NETWORK=open)'],
  )
  const without = await openScriptNetwork({
    ...options,
    setting: 'auto',
    mustDeny: false,
    userIds: null,
    level,
  })
  assert.equal(without.way, 'open')
  assert.match(without.warning ?? '', /only when the agent is root; stack: it needs the level namespaces/)
})

test('names are resolved by servers that a network of its own can reach, or there is none', async () => {
  const find = (system: string, upstream: string | null) =>
    findResolverFile((path) => (path === '/etc/resolv.conf' ? system : upstream))
  const upstream = '/run/systemd/resolve/resolv.conf'
  assert.equal(find('nameserver 10.0.0.1\nnameserver 127.0.0.1', null), '/etc/resolv.conf')
  assert.equal(find('# none', null), '/etc/resolv.conf')
  assert.equal(find('nameserver 127.0.0.53', 'nameserver 10.0.0.1'), upstream)
  for (const loopback of ['127.0.0.53', '::1'])
    assert.equal(find(`nameserver ${loopback}`, 'nameserver 127.0.0.1'), null)
  const all = { nft: '/nft', pasta: '/pasta', nsenter: '/nsenter' }
  const { refusal } = await openScriptNetwork({
    ...options,
    setting: 'stack',
    programs: all,
    resolverFile: null,
  })
  assert.match(refusal ?? '', /names are resolved on the machine's loopback/)
})

test('a table with nothing to deny is a table all the same', () => {
  const rules = firewallRules({
    table: 'sonde_a',
    userIds,
    policy: { deniedRanges: [], deniedLoopbackPorts: [] },
  })
  assert.match(rules, /chain scripts \{\n {2}\}.*skuid 64100-64199 jump scripts/s)
})
