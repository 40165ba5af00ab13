import { spawnSync } from 'node:child_process'
import { findProgram } from './find-program.ts'
import { postgresFolders } from './postgres.ts'

type DebianPackage = {
  name: string
  isPresent: () => boolean
  without: string
  /** False: everything is tested without it as well. */
  isNeeded?: boolean
}

/** Programs of administrators, which the PATH of ordinary users often leaves out. */
const systemFolders = ['/usr/sbin', '/sbin']

// What the tests need beyond npm's packages.
const debianPackages: readonly DebianPackage[] = [
  {
    name: 'postgresql',
    isPresent: () => findProgram('initdb', postgresFolders) !== null,
    without: 'the tests on PostgreSQL are skipped',
  },
  ...(
    [
      ['iproute2', 'ip'],
      ['iptables', 'iptables'],
      ['procps', 'sysctl'],
    ] as const
  ).map(([name, program]) => ({
    name,
    isPresent: () => findProgram(program, systemFolders) !== null,
    without: 'the tests in network namespaces are skipped',
  })),
  ...(
    [
      ['bubblewrap', 'bwrap'],
      ['passt', 'pasta'],
      ['nftables', 'nft'],
    ] as const
  ).map(([name, program]) => ({
    name,
    isPresent: () => findProgram(program, systemFolders) !== null,
    without: 'the tests of sandboxes that need it are skipped',
  })),
  {
    name: 'iputils-ping',
    isPresent: () => findProgram('ping') !== null,
    without: "the tests of the system's ping are skipped",
  },
  {
    name: 'openssl',
    isPresent: () => findProgram('openssl') !== null,
    without: 'the tests with certificates are skipped',
  },
  {
    name: 'prometheus',
    isPresent: () => findProgram('prometheus') !== null && findProgram('promtool') !== null,
    without: 'the test with a real Prometheus is skipped',
  },
  {
    name: 'chromium',
    isPresent: () => findProgram('chromium') !== null,
    without: 'the tests in a browser are skipped',
  },
  {
    name: 'chromium-headless-shell',
    isPresent: () => findProgram('chromium-headless-shell') !== null,
    without: 'the tests in a browser take three times the processor time',
    isNeeded: false,
  },
  {
    name: 'nats-server',
    isPresent: () => findProgram('nats-server', systemFolders) !== null,
    without: 'the tests of several servers with NATS are skipped',
  },
  {
    name: 'libxml2-utils',
    isPresent: () => findProgram('xmllint') !== null,
    without: 'the feeds of status pages are not checked against their schemas',
  },
]

/** What a whole installation of several servers takes. */
export const clusterPackages = ['postgresql', 'nats-server']

/** Installs what is missing of these where that is possible, and returns the packages that are still missing. */
export function installDebianPackages(only?: readonly string[]): DebianPackage[] {
  const wanted = debianPackages.filter(({ name }) => only === undefined || only.includes(name))
  const missing = wanted.filter((debianPackage) => !debianPackage.isPresent())
  if (missing.length === 0) return []
  const names = missing.filter(({ isNeeded = true }) => isNeeded).map(({ name }) => name)
  const others = missing.map(({ name }) => name).filter((name) => !names.includes(name))
  if (process.getuid?.() !== 0 || findProgram('apt-get') === null) return missing

  console.log(`Installing Debian packages: ${[...names, ...others].join(', ')}…`)
  // Another installation (unattended upgrades, say) may hold the lock for a moment.
  const options = ['-q', '-y', '-o', 'DPkg::Lock::Timeout=120']
  // By themselves, because nothing is installed beside a package that is not to be had.
  const installs = [names, others].filter((group) => group.length > 0)
  for (const step of [
    ['update'],
    ...installs.map((group) => ['install', '--no-install-recommends', ...group]),
  ]) {
    const { status } = spawnSync('apt-get', [...options, ...step], {
      stdio: ['ignore', 'inherit', 'inherit'],
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    })
    if (status !== 0) {
      console.log(`apt-get ${step.join(' ')} failed (its output is above).`)
      break
    }
  }
  return wanted.filter((debianPackage) => !debianPackage.isPresent())
}

/** Installs what is missing of these; says what to do where that is not possible, and null when all are there. */
export function withoutDebianPackages(only: readonly string[]): string | null {
  const missing = installDebianPackages(only).map(({ name }) => name)
  if (missing.length === 0) return null
  return (
    `Missing programs: ${missing.join(', ')}. Install them first: ` +
    `sudo apt-get install --no-install-recommends ${missing.join(' ')}` +
    (process.getuid?.() === 0 ? '' : ' (as root, this command installs them).')
  )
}
