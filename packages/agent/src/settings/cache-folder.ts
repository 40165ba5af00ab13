import { homedir } from 'node:os'
import { join } from 'node:path'

/** Where an agent keeps runtimes, browsers and code: one that sandboxes with user ids of their own can read, too. */
export function defaultCacheFolder(): string {
  if (process.getuid?.() === 0) return '/var/cache/sonde'
  return join(process.env['XDG_CACHE_HOME'] ?? join(homedir(), '.cache'), 'sonde')
}

/** Where `npm run browsers` puts Playwright's own. */
export function browsersFolderIn(cacheFolder: string): string {
  return join(cacheFolder, 'browsers')
}
