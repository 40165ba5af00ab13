import type { CheckTry } from '@sonde/schema/runs/trial-run.ts'

export function isEnded(one: Pick<CheckTry, 'status'> | undefined): boolean {
  return one?.status === 'ENDED' || one?.status === 'FAILED_TO_RUN'
}
