import { isUniqueViolation } from '@sonde/store/engine/failures.ts'
import { conflict } from '../refusal.ts'

/** Two files of one name cannot lie in one folder. */
export async function refusingTakenName<Result>(name: string, write: Promise<Result>): Promise<Result> {
  try {
    return await write
  } catch (error) {
    if (!isUniqueViolation(error)) throw error
    throw conflict(`The account already has a snippet called ${name}`)
  }
}
