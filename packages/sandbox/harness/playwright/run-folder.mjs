// @ts-check
import { join } from 'node:path'

/**
 * What the processes of one run share in its folder. Whatever is there was possibly written by the script: it is read as
 * such.
 */
const folder = process.cwd()

/** Values that became secret in a worker: told to the agent before anything that the worker prints. */
export const secretsFile = join(folder, '.sonde-secrets')

/** Marks of the helpers: a line of JSON each, and the form that other helpers write. */
export const marksFile = join(folder, 'degraded.jsonl')
export const marksDocument = join(folder, 'degraded.json')

/** The variable by which the runner tells its workers what is no variable of the script. */
export const workerVariable = 'SONDE_TEST_WORKER'

/** Under this name a worker attaches a request to the step that made it. */
export const callAttachment = 'sonde:request'

/** Browsers that did not start, or were killed: a line of JSON for each, with the title of the test. */
export const launchesFile = join(folder, '.sonde-launches')

/** What happened in pages, a line of JSON for each context. */
export const pagesFile = join(folder, '.sonde-pages')

/** Golden files that a run which makes them anew has to do with: a line of JSON for each time. */
export const goldenFile = join(folder, '.sonde-golden')

/** Where golden files of a script without a name lie, whether or not it has types. */
export const unnamedGoldenFolder = 'script.js-snapshots'

/** What the test runner tells of the run, in its own form. */
export const reportFile = '.sonde-report.json'

/** Certificates that requests show, as JSON; absent for most. Too long for a variable. */
export const certificatesFile = join(folder, '.sonde-certificates')

/** Where the process of a script without the test runner says that it has come to its end. */
export const programDescriptor = 4

/** The last page of such a script, at its error. */
export const errorPicture = join(folder, 'test-results', 'script', 'error.png')
