import { isRecord } from '@sonde/ground/is-record.ts'

/** Scripts that import files of the project, by their numbers there: without them they would not run. */
const fileFields = ['setupScriptDependencies', 'tearDownScriptDependencies', 'dependencies']

/** The fields of a check in code that name files which nothing keeps yet. */
export function unkeptFiles(payload: Readonly<Record<string, unknown>> | null): string[] {
  return fileFields.filter((field) => {
    const files = payload?.[field]
    return Array.isArray(files) && files.some((file) => !isRecord(file))
  })
}

/** For people; after the names of the fields. */
export const filesUnkept = 'is not supported yet: put all code into the script'
