// @ts-check
import { spawn } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { join, relative } from 'node:path'

const deepest = 6

/**
 * The folders of packages of a project as one archive. It is unpacked again by our own code with the checks of a bundle, so that
 * links which leave the project do not come back.
 *
 * @param {{ project: string, packed: string }} files
 */
export async function packDependencies({ project, packed }) {
  const folders = packageFolders(project, project, 0)
  // Projects with Yarn's Plug'n'Play have none.
  if (folders.length === 0) return
  const child = spawn('/bin/tar', ['-C', project, '-czf', packed, '--format=pax', '--', ...folders], {
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  const code = await new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', resolve)
  })
  if (code !== 0) throw new Error(`tar ended with ${code}`)
}

/** @param {string} root @param {string} folder @param {number} depth @returns {string[]} */
function packageFolders(root, folder, depth) {
  if (depth > deepest) return []
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    if (!entry.isDirectory() || entry.name === '.git') return []
    const path = join(folder, entry.name)
    if (entry.name === 'node_modules') return existsSync(path) ? [relative(root, path)] : []
    return packageFolders(root, path, depth + 1)
  })
}
