/** Who asked for a run. The position is what the database stores: append only. */
export const runSources = [
  'SCHEDULER',
  'SCHEDULE_NOW',
  'TRIGGER_API',
  'GROUP_RUN_ALL',
  'CLI_DEPLOY',
  'SLACK_RERUN',
  'EDITOR',
  'LEGACY_TRIGGER',
  'DEPLOYMENT',
  'DEPLOYMENT_CACHE_WARMER',
  'TEST_RECORD',
  'TEST_NO_RECORD',
  'TRIGGER_RECORD',
  'TRIGGER_NO_RECORD',
] as const
export type RunSource = (typeof runSources)[number]

const counted: ReadonlySet<RunSource> = new Set([
  'SCHEDULER',
  'SCHEDULE_NOW',
  'TRIGGER_API',
  'GROUP_RUN_ALL',
  'CLI_DEPLOY',
  'SLACK_RERUN',
])

/** Whether a run of this source changes the check's state, may alert, and counts in its figures. */
export function isCounted(source: RunSource): boolean {
  return counted.has(source)
}

export const countedSourceNumbers: readonly number[] = runSources.flatMap((source, number) =>
  isCounted(source) ? [number] : [],
)
