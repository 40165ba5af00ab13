import { randomUUID } from 'node:crypto'
import { configurationFormat, configurationVersion } from '@sonde/schema/accounts/configuration.ts'

/** `RESOURCES=1000 RUNNING=100` measures less. */
export const resourceCount = Number(process.env['RESOURCES'] ?? 10_000)
export const location = 'eu-central-1'

/** As the client of the reference sends them: monitors, and a tenth of them subscribed to the one channel. */
export function project(port: number, { name = 'Monitor' }: { name?: string } = {}): object {
  const subscribed = Math.floor(resourceCount / 11)
  const numbers = Array.from({ length: resourceCount - subscribed - 1 }, (_, number) => number)
  return {
    project: { logicalId: 'bench', name: 'Bench' },
    sharedFiles: [],
    repoInfo: null,
    resources: [
      {
        type: 'alert-channel',
        logicalId: 'hook',
        member: true,
        payload: { type: 'WEBHOOK', config: { name: 'hook', url: 'http://127.0.0.1:9/', method: 'POST' } },
      },
      ...numbers.map((number) => ({
        type: 'check',
        logicalId: `monitor-${number}`,
        member: true,
        payload: { ...monitor(port, `${name} ${number}`), doubleCheck: false, groupId: null },
      })),
      ...numbers.slice(0, subscribed).map((number) => ({
        type: 'alert-channel-subscription',
        logicalId: `check-alert-channel-subscription#monitor-${number}#hook`,
        member: true,
        payload: { alertChannelId: { ref: 'hook' }, checkId: { ref: `monitor-${number}` }, activated: true },
      })),
    ],
  }
}

const numbers = (count: number) => Array.from({ length: Math.floor(count) }, (_, number) => number)
const member = (type: string, logicalId: string, payload: object) => ({
  type,
  logicalId,
  member: true,
  payload,
})
const ref = (logicalId: string) => ({ ref: logicalId })

/** A tenth of each: nobody has so many of them, and others are to wait no longer for them. */
export function rareProject({ name = 'Thing' }: { name?: string } = {}): object {
  return {
    project: { logicalId: 'rare', name: 'Rare' },
    sharedFiles: [],
    repoInfo: null,
    resources: numbers(resourceCount / 10).flatMap((number) => [
      member('private-location', `place-${number}`, { name, slugName: `bench-place-${number}` }),
      member('status-page', `page-${number}`, { name, url: `bench-rare-${number}`, version: 3 }),
      member('status-page-component', `part-${number}`, {
        statusPageId: ref(`page-${number}`),
        parentId: null,
        type: 'SERVICE',
        name,
        displayOrder: 0,
      }),
      member('status-page-automation-rule', `rule-${number}`, {
        statusPageId: ref(`page-${number}`),
        name,
        firstUpdate: 'It began',
        lastUpdate: 'It is over',
        tags: ['bench'],
        components: [{ componentId: ref(`part-${number}`), targetImpact: 'MAJOR_OUTAGE' }],
      }),
      member('maintenance-window', `window-${number}`, {
        name,
        tags: ['bench'],
        startsAt: '2040-01-01T00:00:00Z',
        endsAt: '2040-01-01T01:00:00Z',
        repeatInterval: 1,
        repeatUnit: 'MONTH',
        repeatEndsAt: '2041-01-01T00:00:00Z',
      }),
      member('dashboard', `board-${number}`, { header: name, customUrl: `bench-rare-${number}`, tags: [] }),
    ]),
  }
}

/** A tenth of each are groups and services, a twentieth components, a fiftieth channels; the rest are monitors in groups. */
export function mixedProject(port: number, { name = 'Thing' }: { name?: string } = {}): object {
  const groups = numbers(resourceCount / 10)
  const services = numbers(resourceCount / 10)
  const components = numbers(resourceCount / 20)
  const channels = numbers(resourceCount / 50)
  const monitors = numbers(
    resourceCount - groups.length - services.length - components.length - channels.length - 20,
  )
  const page = (number: number) => `page-${number % 10}`
  return {
    project: { logicalId: 'mixed', name: 'Mixed' },
    sharedFiles: [],
    repoInfo: null,
    resources: [
      ...channels.map((number) =>
        member('alert-channel', `hook-${number}`, {
          type: 'WEBHOOK',
          config: { name: `${name} ${number}`, url: 'http://127.0.0.1:9/', method: 'POST' },
        }),
      ),
      ...services.map((number) =>
        member('status-page-service', `service-${number}`, { name: `${name} ${number}` }),
      ),
      ...groups.map((number) =>
        member('check-group', `group-${number}`, {
          v: 2,
          name: `${name} ${number}`,
          activated: true,
          tags: ['bench', `team-${number % 20}`],
          locations: [location],
          environmentVariables: [{ key: 'REGION', value: name }],
        }),
      ),
      ...numbers(10).map((number) =>
        member('status-page', page(number), { name, url: `bench-page-${number}`, version: 3 }),
      ),
      ...components.map((number) =>
        member('status-page-component', `component-${number}`, {
          statusPageId: ref(page(number)),
          parentId: null,
          type: 'SERVICE',
          name: `${name} ${number}`,
          displayOrder: number,
        }),
      ),
      ...numbers(10).map((number) =>
        member('dashboard', `board-${number}`, {
          header: name,
          customUrl: `bench-board-${number}`,
          tags: [],
        }),
      ),
      ...monitors.map((number) =>
        member('check', `monitor-${number}`, {
          ...monitor(port, `${name} ${number}`),
          doubleCheck: false,
          groupId: groups.length === 0 ? null : ref(`group-${number % groups.length}`),
        }),
      ),
    ],
  }
}

export function configuration(port: number): object {
  return {
    format: configurationFormat,
    version: configurationVersion,
    checks: Array.from({ length: resourceCount }, (_, number) => ({
      id: randomUUID(),
      ...monitor(port, `Imported ${number}`),
    })),
  }
}

function monitor(port: number, name: string): Record<string, unknown> {
  return {
    checkType: 'URL',
    name,
    activated: true,
    muted: false,
    // Not while this measures.
    frequency: 1440,
    locations: [location],
    tags: ['bench', 'shop'],
    runParallel: false,
    useGlobalAlertSettings: true,
    request: {
      url: `http://127.0.0.1:${port}/`,
      assertions: [{ source: 'STATUS_CODE', comparison: 'EQUALS', target: '200' }],
    },
  }
}
