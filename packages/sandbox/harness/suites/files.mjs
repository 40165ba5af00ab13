// @ts-check
import { join } from 'node:path'

/**
 * Where things lie in the folder of a suite. Whatever is there was possibly written by the suite: it is read as such.
 *
 * @param {string} folder
 */
export function suiteFiles(folder) {
  return {
    /** What was unpacked. */
    project: join(folder, 'project'),
    /** The home of package managers and tests. */
    home: join(folder, 'home'),
    /** What our reporter says, a line of JSON each. */
    report: join(folder, 'report.jsonl'),
    /** What happened in pages, a line of JSON for each context of a browser. */
    pages: join(folder, 'pages.jsonl'),
    /** What Playwright says of itself. */
    jsonReport: join(folder, 'report.json'),
    htmlReport: join(folder, 'html-report'),
    /** The second one, without secrets and as one file. */
    packedReport: join(folder, 'html-report.zip'),
    /** Where the Playwright of the project finds its browsers. */
    browsers: join(folder, 'browsers'),
    /** What they lead to. */
    browserProgram: join(folder, 'browser'),
    /** Certificates that the agent trusts. */
    authorities: join(folder, 'authorities.pem'),
    /** Programs that are made for a stage. */
    tools: join(folder, 'tools'),
    /** What Node has compiled of the packages, among them, so that it is kept with them. */
    compiled: join(folder, 'project', 'node_modules', '.sonde-compiled'),
    /** A project of ours, whose test uses the packages as tests do. */
    trial: join(folder, 'trial'),
    /** The packages of a project, as one file. */
    packed: join(folder, 'dependencies.tar.gz'),
  }
}

/** The variable by which the processes of a suite find their settings. */
export const settingsVariable = 'SONDE_SUITE'
