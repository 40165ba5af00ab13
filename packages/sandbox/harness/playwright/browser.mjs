// @ts-check

/**
 * Chromium without a window has an address bar all the same, and loads the pages of its suggestions for each context: a process that
 * takes three times as much as that of a small page. Nobody sees them, and no test can reach them.
 */
export const unseenFeatures = ['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup']
/** Of several arguments of this name the last one counts. */
export const disablesFeatures = '--disable-features='

/** @typedef {{ path: string, version: string, name: string, ffmpeg: string | null, isSandboxed: boolean, proxy: object | null }} BrowserOrder */

/**
 * Every launch starts the browser of the location, without a window, whatever the script asks for. `isSandboxed`: it runs
 * inside a sandbox of ours, where its own cannot be made.
 *
 * @param {any} BrowserType
 * @param {BrowserOrder} order
 * @param {{ pins: readonly string[], onRefused: (why: string) => void }} ours `pins`: further arguments of ours; `onRefused`: it did not start
 */
export function useBrowser(BrowserType, { path, version, isSandboxed, proxy }, { pins, onRefused }) {
  const { launch, launchPersistentContext } = BrowserType.prototype
  const userAgent = ownUserAgent(version)
  /** @param {any} options */
  const ours = ({ args = [], channel: _channel, ...options } = {}) => ({
    // That of the location, for scripts that start their browser themselves.
    ...(proxy === null ? {} : { proxy }),
    ...options,
    channel: undefined,
    executablePath: path,
    headless: true,
    chromiumSandbox: !isSandboxed,
    // What a script adds comes later and wins.
    args: [`--user-agent=${userAgent}`, ...pins, ...args],
  })
  /** @param {any} options */
  BrowserType.prototype.launch = async function (options) {
    onlyChromium(this)
    try {
      return await launch.call(this, ours(options))
    } catch (error) {
      // With options of the script it may be the script's fault.
      if (options === undefined) onRefused(String(error))
      throw error
    }
  }
  /** @param {string} folder @param {any} options */
  BrowserType.prototype.launchPersistentContext = async function (folder, options) {
    onlyChromium(this)
    return await launchPersistentContext.call(this, folder, ours(options))
  }
}

/** Those that Playwright turns off by itself, and ours. @param {readonly string[]} switches of Playwright */
export function featureArgument(switches) {
  const own = switches.findLast((argument) => argument.startsWith(disablesFeatures))
  return own === undefined ? `${disablesFeatures}${unseenFeatures.join()}` : [own, ...unseenFeatures].join()
}

/** Videos are recorded with the program of the location. @param {any} registry @param {string} path */
export function useRecorder(registry, path) {
  const recorder = registry.findExecutable('ffmpeg')
  recorder.executablePath = () => path
  recorder.executablePathOrDie = () => path
}

/** @param {any} browserType */
function onlyChromium(browserType) {
  const name = browserType.name()
  if (name === 'chromium') return
  const message = `Browser checks run in Chromium: there is no ${name} here`
  // Where it was thrown is of no use to whoever reads it.
  throw Object.assign(new Error(message), { stack: `Error: ${message}` })
}

/** That of a browser which nobody has told another one. @param {string} version */
export function ownUserAgent(version) {
  return `${defaultUserAgent(version)} (Sonde)`
}

/** What the browser sends by itself: its major version, and a platform that is the same on every machine. @param {string} version */
function defaultUserAgent(version) {
  const [major] = version.split('.')
  const platform = process.platform === 'darwin' ? 'Macintosh; Intel Mac OS X 10_15_7' : 'X11; Linux x86_64'
  return `Mozilla/5.0 (${platform}) AppleWebKit/537.36 (KHTML, like Gecko) HeadlessChrome/${major}.0.0.0 Safari/537.36`
}
