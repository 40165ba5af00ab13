import { ApiError } from './api-error.ts'

/** The name of what is being read; null when it is gone. */
export async function nameOrGone(reading: Promise<{ name: string }>): Promise<string | null> {
  try {
    return (await reading).name
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return null
    throw error
  }
}
