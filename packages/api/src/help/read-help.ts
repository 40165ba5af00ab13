import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { join, sep } from 'node:path'
import { renderDocument, type HelpDocument } from './help-document.ts'

/** Pages that belong together, in the order in which somebody new would read them. */
export type HelpChapter = { title: string; documents: readonly HelpDocument[] }

export type Help = {
  chapters: readonly HelpChapter[]
  /** By name, such as `monitors/url`. */
  documents: ReadonlyMap<string, HelpDocument>
}

const chapters: readonly { title: string; names: readonly string[] }[] = [
  { title: 'Get started', names: ['web', 'uptime-kuma', 'api', 'commands'] },
  {
    title: 'Monitors',
    names: ['url', 'icmp', 'tcp', 'dns', 'ssl', 'grpc', 'traceroute', 'heartbeat'].map(
      (type) => `monitors/${type}`,
    ),
  },
  {
    title: 'Scripted checks',
    names: ['api', 'multistep', 'browser', 'suite'].map((type) => `monitors/${type}`),
  },
  { title: 'Monitoring as code', names: ['monitoring-as-code'] },
  {
    title: 'Checks and results',
    names: ['results', 'groups', 'variables', 'client-certificates', 'snippets', 'deployments'],
  },
  { title: 'Alerts', names: ['alerting', 'alert-channels', 'maintenance'] },
  { title: 'Publish', names: ['status-pages', 'dashboards', 'badges', 'reporting'] },
  { title: 'Integrations', names: ['prometheus', 'opentelemetry'] },
  { title: 'People and access', names: ['users', 'single-sign-on', 'audit-log', 'secret-scan'] },
  {
    title: 'Run Sonde',
    names: [
      'settings',
      'agent',
      'databases',
      'scaling',
      'reverse-proxy',
      'backup',
      'export-import',
      'performance',
    ],
  },
]

/** Every Markdown file below the folder. Null when there is none. */
export function readHelp(folder: string): Help | null {
  if (!existsSync(folder)) return null
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.md'))
    .map((file) => file.split(sep).join('/').slice(0, -'.md'.length))
    .toSorted()
  if (names.length === 0) return null
  const documents = new Map(
    names.map((name) => [name, renderDocument(name, readFileSync(join(folder, `${name}.md`), 'utf8'))]),
  )
  return { documents, chapters: inChapters(documents) }
}

/** A page that no chapter names is listed at the end, and not lost. */
function inChapters(documents: ReadonlyMap<string, HelpDocument>): HelpChapter[] {
  const named = new Set(chapters.flatMap(({ names }) => names))
  const others = [...documents.keys()].filter((name) => !named.has(name))
  return [...chapters, { title: 'More', names: others }]
    .map(({ title, names }) => ({
      title,
      documents: names.flatMap((name) => documents.get(name) ?? []),
    }))
    .filter((chapter) => chapter.documents.length > 0)
}
