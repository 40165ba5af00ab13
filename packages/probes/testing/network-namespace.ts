import { execFileSync, spawn, spawnSync, type ChildProcess, type SpawnOptions } from 'node:child_process'
import { closeSync, openSync } from 'node:fs'
import koffi from 'koffi'

/** A network of its own: interfaces, addresses, routes and settings that nobody else sees. Needs root. */
export type NetworkNamespace = {
  readonly name: string
  /** Runs `ip` with these arguments inside, such as `addr add 10.0.0.1/24 dev veth0`. */
  ip(command: string): void
  /** Runs a program inside to its end and returns what it printed. */
  run(program: string, ...args: string[]): string
  spawn(program: string, args: readonly string[], options: SpawnOptions): ChildProcess
  setSysctl(name: string, value: string): void
  /**
   * Calls `work` with this thread inside the namespace. Sockets opened and threads started meanwhile stay inside
   * for good; so `work` must be done with starting them when it returns.
   */
  enter<T>(work: () => T): T
  delete(): void
}

/** Why a test cannot have namespaces, as the reason to skip it; false when it can. */
export function lacksNamespaces(): string | false {
  if (process.platform !== 'linux') return 'network namespaces are a thing of Linux'
  if (process.getuid?.() !== 0) return 'network namespaces need root'
  if (spawnSync('ip', ['-V']).status !== 0) return 'the program ip is missing (Debian package iproute2)'
  return false
}

/** `pingGroups`: everybody inside may open ICMP datagram sockets. Deleted at the end of the process at the latest. */
export function createNamespace({ pingGroups = false } = {}): NetworkNamespace {
  created += 1
  const name = `sonde-${process.pid}-${created}`
  call('ip', ['netns', 'add', name])
  const namespace: NetworkNamespace = {
    name,
    ip: (command) => void call('ip', ['-n', name, ...command.split(' ')]),
    run: (program, ...args) => call('ip', ['netns', 'exec', name, program, ...args]),
    spawn: (program, args, options) => spawn('ip', ['netns', 'exec', name, program, ...args], options),
    setSysctl: (setting, value) =>
      void call('ip', ['netns', 'exec', name, 'sysctl', '-qw', `${setting}=${value}`]),
    enter: (work) => enter(name, work),
    delete() {
      process.removeListener('exit', this.delete)
      spawnSync('ip', ['netns', 'del', name])
    },
  }
  namespace.delete = namespace.delete.bind(namespace)
  process.on('exit', namespace.delete)
  namespace.ip('link set lo up')
  namespace.setSysctl('net.ipv4.ping_group_range', pingGroups ? '0 2147483647' : '1 0')
  // Replies may come from addresses that nobody would route back to: that is for the program to refuse.
  namespace.setSysctl('net.ipv4.conf.all.rp_filter', '0')
  namespace.setSysctl('net.ipv4.conf.default.rp_filter', '0')
  return namespace
}

/** A cable between two namespaces. Addresses with prefix length, such as `10.0.0.1/24` or `fd00::1/64`. */
export function connectNamespaces(
  [left, leftAddresses]: readonly [NetworkNamespace, readonly string[]],
  [right, rightAddresses]: readonly [NetworkNamespace, readonly string[]],
): { leftDevice: string; rightDevice: string } {
  created += 1
  const leftDevice = `so${process.pid}l${created}`
  const rightDevice = `so${process.pid}r${created}`
  left.ip(`link add ${leftDevice} type veth peer name ${rightDevice} netns ${right.name}`)
  for (const [namespace, device, addresses] of [
    [left, leftDevice, leftAddresses],
    [right, rightDevice, rightAddresses],
  ] as const) {
    for (const address of addresses) {
      // Duplicate address detection would keep an IPv6 address unusable for a second or two.
      const isIpv6 = address.includes(':')
      namespace.ip(`addr add ${address} dev ${device}${isIpv6 ? ' nodad' : ''}`)
    }
    namespace.ip(`link set ${device} up`)
  }
  return { leftDevice, rightDevice }
}

let created = 0

function enter<T>(name: string, work: () => T): T {
  const setns: (fd: number, type: number) => number = koffi.load(null).func('int setns(int fd, int type)')
  const home = openSync('/proc/thread-self/ns/net', 'r')
  const away = openSync(`/var/run/netns/${name}`, 'r')
  const networkNamespace = 0x40000000
  const move = (fd: number): void => {
    if (setns(fd, networkNamespace) !== 0) throw new Error(`cannot enter ${name}: errno ${koffi.errno()}`)
  }
  move(away)
  try {
    return work()
  } finally {
    move(home)
    closeSync(home)
    closeSync(away)
  }
}

function call(program: string, args: readonly string[]): string {
  return execFileSync(program, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] })
}
