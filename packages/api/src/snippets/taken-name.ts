import { isUniqueViolation } from '@sonde/store/engine/failures.ts'
import { Refusal } from '../http/refusal.ts'

/** Two files of one name cannot lie in one folder. */
export async function refusingTakenName<Result>(name: string, write: Promise<Result>): Promise<Result> {
  try {
    return await write
  } catch (error) {
    if (!isUniqueViolation(error)) throw error
    throw new Refusal(409, `The account already has a snippet called ${name}`)
  }
}
