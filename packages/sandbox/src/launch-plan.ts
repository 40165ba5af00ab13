import { existsSync, statSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { environmentOf } from './environment.ts'
import { dataLimitBytes } from './limits/limit-shell.ts'
import type { SandboxRequest } from './sandbox.ts'
import { systemCallFilter } from './system-call-filter.ts'
import { systemCallNumber, type Architecture, type SystemCall } from './system-calls.ts'

/** Everything that the launcher does, as data: it runs before anything is restricted, so it decides nothing. */
export type LaunchPlan = {
  command: readonly [string, ...string[]]
  /** `NAME=value` */
  environment: string[]
  folder: string
  /** Where the program's process enters its group; null: it has none. */
  processesFile: string | null
  /** The user id to change to; null: the agent's own. */
  uid: number | null
  /** The process that must still be the parent. */
  agent: number
  landlock: LandlockRules
  limits: (readonly [resource: number, value: number])[]
  /** In base 64; null: the program has it from elsewhere. */
  filter: string | null
  /** Those from 0 on that the program has. */
  descriptors: number
  /** Where is said why the program could not begin. */
  statusDescriptor: number
  numbers: Partial<Record<SystemCall, number>>
  /** The file of its native part. */
  koffi: string
}

export type LandlockRules = {
  fileAccess: number
  networkAccess: number
  scopes: number
  /** How much of the three the kernel of this version knows. */
  attributeBytes: number
  rules: { path: string; access: number }[]
  /** That may be bound all the same; 0: those that the kernel chooses. */
  ports: number[]
}

/** Becomes the program that its plan names. */
export const launcher = fileURLToPath(new URL('./launcher.cjs', import.meta.url))
/** The first version of Landlock that judges ports. */
export const portsVersion = 4

// linux/landlock.h
const file = { execute: 1 << 0, write: 1 << 1, read: 1 << 2, readFolder: 1 << 3, truncate: 1 << 14 }
const makeCharacterDevice = 1 << 6
const makeBlockDevice = 1 << 11
const bindTcp = 1 << 0
const scopeAbstractSockets = 1 << 0
const scopeSignals = 1 << 1

/** What a rule on a file may carry; the rest is about folders. */
const forFiles = file.execute | file.write | file.read | file.truncate

// asm-generic/resource.h, the same on both architectures.
const resource = { fileSize: 1, data: 2, core: 4, processes: 6, openFiles: 7, locks: 10, realTime: 15 }

const programFolders = ['/usr', '/lib', '/lib64', '/bin', '/sbin']
const readableFiles = [
  '/etc/ssl',
  '/etc/resolv.conf',
  '/etc/hosts',
  '/etc/nsswitch.conf',
  '/etc/ld.so.cache',
  '/etc/fonts',
  '/var/cache/fontconfig',
  '/etc/chromium.d',
  // Of the process itself; its children have no such place.
  '/proc/self',
  '/proc/cpuinfo',
  '/proc/meminfo',
  '/proc/stat',
  '/proc/sys/vm/overcommit_memory',
  '/sys/devices/system/cpu',
]
const devices = ['/dev/null', '/dev/zero', '/dev/random', '/dev/urandom', '/dev/full']

export type PlanOptions = {
  level: 'user' | 'landlock'
  architecture: Architecture
  landlockVersion: number
  uid: number | null
  folder: string
  processesFile: string | null
  /** Two limits that nothing here enforces, by which the agent knows the processes of a run again. */
  mark: ProcessMark | null
  /** Processes and threads that count for the user id already. */
  otherProcesses: number
  koffi: string
}

/**
 * Limits of locks and of real-time processor time mean nothing to ordinary programs of today. Nobody can raise them, so
 * that a pair of one rising and one falling number cannot be turned into the pair of another run.
 */
export type ProcessMark = { locks: number; realTime: number }

export function planLaunch(request: SandboxRequest, options: PlanOptions): LaunchPlan {
  const { limits } = request
  const { level, architecture, mark } = options
  const environment = Object.entries(environmentOf(request, options.folder))
  return {
    command: request.command,
    environment: environment.map(([name, value]) => `${name}=${value}`),
    folder: options.folder,
    processesFile: options.processesFile,
    uid: options.uid,
    agent: process.pid,
    landlock: landlockRules(request, options),
    limits: [
      [resource.core, 0],
      [resource.fileSize, limits.fileBytes],
      [resource.data, dataLimitBytes(limits)],
      [resource.processes, limits.processes + options.otherProcesses],
      [resource.openFiles, limits.openFiles],
      ...(mark === null
        ? []
        : ([
            [resource.locks, mark.locks],
            [resource.realTime, mark.realTime],
          ] as const)),
    ],
    filter: Buffer.from(systemCallFilter(level, architecture, request)).toString('base64'),
    descriptors: 4,
    statusDescriptor: 4,
    numbers: numbersFor(architecture),
    koffi: options.koffi,
  }
}

/**
 * A program that cannot have a port of this machine, and neither can what it starts. Everything else is left to it: it keeps
 * what it runs apart by itself.
 */
export function planWithoutPorts(
  command: LaunchPlan['command'],
  { environment, hasChosenPort = false, ...own }: PortlessOptions,
): LaunchPlan {
  return {
    command,
    environment: Object.entries(environment).map(([name, value]) => `${name}=${value}`),
    folder: '/',
    processesFile: null,
    uid: own.uid,
    agent: process.pid,
    landlock: {
      fileAccess: 0,
      networkAccess: bindTcp,
      scopes: 0,
      attributeBytes: 16,
      rules: [],
      ports: chosenPorts({ hasChosenPort }),
    },
    limits: [],
    filter: null,
    descriptors: own.descriptors,
    statusDescriptor: 2,
    numbers: numbersFor(own.architecture),
    koffi: own.koffi,
  }
}

export type PortlessOptions = Pick<SandboxRequest, 'hasChosenPort'> &
  Pick<PlanOptions, 'architecture' | 'uid' | 'koffi'> & {
    environment: Readonly<Record<string, string>>
    descriptors: number
  }

function chosenPorts({ hasChosenPort = false }: Pick<SandboxRequest, 'hasChosenPort'>): number[] {
  return hasChosenPort ? [0] : []
}

function landlockRules(
  { readOnly, mayListen, ...request }: SandboxRequest,
  { landlockVersion: version, folder }: PlanOptions,
): LandlockRules {
  const known = fileAccessOf(version)
  const hasNetwork = version >= portsVersion
  const hasScopes = version >= 6
  const rule = (access: number) => (path: string) => ({
    path,
    access: access & known & (statSync(path).isDirectory() ? ~0 : forFiles),
  })
  const present = (paths: readonly string[]) => paths.filter((path) => existsSync(path))
  return {
    fileAccess: known,
    networkAccess: hasNetwork && !mayListen ? bindTcp : 0,
    scopes: hasScopes ? scopeAbstractSockets | scopeSignals : 0,
    attributeBytes: hasScopes ? 24 : hasNetwork ? 16 : 8,
    rules: [
      ...[...present(programFolders), ...readOnly].map(rule(file.execute | file.read | file.readFolder)),
      ...present(readableFiles).map(rule(file.read | file.readFolder)),
      ...present(devices).map(rule(file.read | file.write)),
      { path: folder, access: known & ~(makeCharacterDevice | makeBlockDevice) },
    ],
    ports: hasNetwork && !mayListen ? chosenPorts(request) : [],
  }
}

/** Every access that a version of Landlock judges. */
function fileAccessOf(version: number): number {
  if (version >= 5) return 0xffff
  if (version >= 3) return 0x7fff
  return version === 2 ? 0x3fff : 0x1fff
}

function numbersFor(architecture: Architecture): LaunchPlan['numbers'] {
  const calls = [
    'prctl',
    'prlimit64',
    'landlock_create_ruleset',
    'landlock_add_rule',
    'landlock_restrict_self',
    'seccomp',
    'close_range',
  ] as const
  return Object.fromEntries(calls.map((call) => [call, systemCallNumber(call, architecture) ?? -1]))
}
