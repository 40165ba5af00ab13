import { spawnSync } from 'node:child_process'
import { join } from 'node:path'

/** What xmllint has against a feed, by a schema of this folder; '' when it is valid. */
export function validateFeed(xml: string, schema: 'atom.rng' | 'rss.rng'): string {
  const { status, stderr, error } = spawnSync(
    'xmllint',
    ['--nonet', '--noout', '--relaxng', join(import.meta.dirname, schema), '-'],
    { input: xml, encoding: 'utf8' },
  )
  if (error !== undefined) throw error
  return status === 0 ? '' : stderr
}

export function hasXmllint(): boolean {
  return spawnSync('xmllint', ['--version']).error === undefined
}
