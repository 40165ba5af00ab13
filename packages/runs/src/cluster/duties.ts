import type { NamedJobs } from './held-jobs.ts'

const names = ['reminders', 'heartbeats', 'locations', 'test sessions'] as const
export type Duty = (typeof names)[number]

export type Duties = {
  has(duty: Duty): boolean
  /** By which servers that share the work take them and give them up. */
  readonly jobs: NamedJobs
}

/** What one server at a time does beside the schedule, in the same loop. */
export function createDuties(): Duties {
  const held = new Set<Duty>()
  return {
    has: (duty) => held.has(duty),
    jobs: Object.fromEntries(names.map((duty) => [duty, { start: () => take(duty) }])),
  }

  async function take(duty: Duty): Promise<{ stop(): Promise<void> }> {
    held.add(duty)
    return { stop: async () => void held.delete(duty) }
  }
}
