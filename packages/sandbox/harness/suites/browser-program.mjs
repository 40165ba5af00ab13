// @ts-check
import { writeFileSync } from 'node:fs'
import { disablesFeatures, unseenFeatures } from '../playwright/browser.mjs'

/**
 * A program that starts a browser without what nobody sees of it. Which features Playwright turns off itself differs between
 * versions, projects may name others, and of several such arguments one counts: ours stand in each of them.
 *
 * @param {{ path: string, browser: string }} order
 */
export function makeBrowserProgram({ path, browser }) {
  const ours = unseenFeatures.join()
  const text = `#!/bin/sh
isThere=
for argument do
  shift
  case $argument in
    ${disablesFeatures}*) isThere=1 argument=$argument,${ours} ;;
  esac
  set -- "$@" "$argument"
done
[ "$isThere" ] || set -- ${disablesFeatures}${ours} "$@"
exec '${browser.replaceAll("'", `'\\''`)}' "$@"
`
  writeFileSync(path, text, { mode: 0o755 })
}
