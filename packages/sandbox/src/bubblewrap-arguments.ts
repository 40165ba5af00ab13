import { existsSync, lstatSync, readlinkSync } from 'node:fs'
import type { SandboxRequest } from './sandbox.ts'

/** Descriptors that `bwrap` and the shell inside use before the program begins, beside 0 to 3 of the program. */
export const descriptors = { filter: 4, status: 5, release: 6, ready: 7 }

/** The run's folder as the code inside sees it. */
export const insideFolder = '/job'
/** Beside the folder, so that programs which insist on these places work; the limit of the disk counts for all three. */
export const memoryFolders = ['/dev/shm', '/tmp']
/** Whoever it is outside: the code inside sees this user id. */
const insideId = '1000'

const systemFiles = [
  '/etc/ssl',
  '/etc/hosts',
  '/etc/nsswitch.conf',
  '/etc/ld.so.cache',
  '/etc/fonts',
  // Without it a browser reads every font of the machine when it starts.
  '/var/cache/fontconfig',
  '/etc/chromium.d',
]

/** Everything up to the program. `hostFolder` null: the folder is kept in memory. */
export function bubblewrapArguments(
  request: SandboxRequest,
  { hostFolder, resolverFile }: { hostFolder: string | null; resolverFile: string },
): string[] {
  const { diskBytes } = request.limits
  const isInside = (path: string) => path === '/usr' || path.startsWith('/usr/')
  return [
    ['--unshare-user', '--unshare-pid', '--unshare-ipc', '--unshare-uts', '--disable-userns'],
    ['--uid', insideId, '--gid', insideId, '--hostname', 'sandbox', '--cap-drop', 'ALL'],
    ['--new-session', '--die-with-parent'],
    ['--ro-bind', '/usr', '/usr', ...systemFolders()],
    systemFiles.flatMap((path) => ['--ro-bind-try', path, path]),
    ['--ro-bind-try', resolverFile, '/etc/resolv.conf'],
    ['--proc', '/proc', '--dev', '/dev'],
    memoryFolders.flatMap((path) => sizedMemory(path, diskBytes / 4)),
    hostFolder === null
      ? [...sizedMemory(insideFolder, diskBytes), '--dir', `${insideFolder}/tmp`]
      : ['--bind', hostFolder, insideFolder],
    request.readOnly.flatMap((path) => (isInside(path) ? [] : ['--ro-bind', path, path])),
    // What `bwrap` made of memory itself has no size.
    ['--remount-ro', '/dev', '--remount-ro', '/'],
    ['--chdir', insideFolder],
    ['--seccomp', String(descriptors.filter), '--json-status-fd', String(descriptors.status)],
    ['--block-fd', String(descriptors.release)],
  ].flat()
}

function sizedMemory(path: string, bytes: number): string[] {
  return ['--size', String(Math.max(4096, Math.floor(bytes))), '--tmpfs', path]
}

/** Most systems have links into `/usr` here; a few have folders. */
function systemFolders(): string[] {
  return ['/lib', '/lib64', '/bin', '/sbin'].flatMap((path) => {
    if (!existsSync(path)) return []
    return lstatSync(path).isSymbolicLink()
      ? ['--symlink', readlinkSync(path), path]
      : ['--ro-bind', path, path]
  })
}
