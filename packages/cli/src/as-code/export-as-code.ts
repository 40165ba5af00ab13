import { mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { isRecord } from '@sonde/ground/is-record.ts'
import { configurationLists, type Configuration } from '@sonde/schema/accounts/configuration.ts'
import { secretMask } from '@sonde/schema/alerts/channels/secret-mask.ts'
import { documentKindOf } from '@sonde/schema/projects/document-kinds.ts'
import { CliFailure, reasonOf } from '../cli-failure.ts'
import type { CliIo } from '../cli-io.ts'
import { documentFiles, documentItems, type DocumentItem, type LogicalIds } from './write-documents.ts'

/** Writes an account as the files of a project, and returns it; no file that is there already is overwritten. */
export function writeAsCode(
  io: CliIo,
  configuration: Configuration,
  {
    folder,
    logicalId,
    logicalIds,
    serverUrl,
    isSecret,
  }: {
    folder: string
    logicalId: string | undefined
    logicalIds: LogicalIds
    serverUrl: string
    isSecret: boolean
  },
): DocumentItem[] {
  requireEmpty(folder)
  const items = documentItems(configuration, logicalIds)
  const name = logicalId ?? basename(resolve(folder)).replaceAll(/[^A-Za-z0-9_\-/#.]/g, '-')
  const files = documentFiles(items, { project: { logicalId: name, name }, serverUrl })
  try {
    for (const [file, text] of files) {
      const path = join(folder, file)
      mkdirSync(dirname(path), { recursive: true })
      writeFileSync(path, text, { flag: 'wx', ...(isSecret ? { mode: 0o600 } : {}) })
    }
  } catch (error) {
    throw new CliFailure(`cannot write ${folder}: ${reasonOf(error)}`)
  }
  io.stderr.write(
    `exported ${items.length} ${items.length === 1 ? 'resource' : 'resources'} to ${files.size} ${files.size === 1 ? 'file' : 'files'} in ${folder}\n`,
  )
  const hidden = items.filter(({ body }) => holdsMask(body)).length
  if (hidden > 0) {
    io.stderr.write(
      `secrets of ${hidden} ${hidden === 1 ? 'resource' : 'resources'} are masked (${secretMask}): they are kept by deploys to the same project; write \${{ env.NAME }} in their place to have them in the environment\n`,
    )
  }
  const others = configurationLists.flatMap((list) => {
    const { length } = configuration[list] ?? []
    return documentKindOf(list) === undefined && length > 0 ? [`${length} ${list}`] : []
  })
  if (others.length > 0) io.stderr.write(`not part of projects, and left out: ${others.join(', ')}\n`)
  return items
}

/** A file that was there before would be deployed together with the new ones. */
function requireEmpty(folder: string): void {
  const stats = statSync(folder, { throwIfNoEntry: false })
  if (stats === undefined) return
  if (!stats.isDirectory()) throw new CliFailure(`${folder} is not a folder`)
  if (readdirSync(folder).length > 0) throw new CliFailure(`${folder} is not empty: name a new folder`)
}

function holdsMask(value: unknown): boolean {
  if (typeof value === 'string') return value.includes(secretMask)
  if (Array.isArray(value)) return value.some(holdsMask)
  if (!isRecord(value)) return false
  const isHiddenVariable = value['value'] === null && typeof value['key'] === 'string'
  return isHiddenVariable || Object.values(value).some(holdsMask)
}
