// @ts-check

/** @typedef {{ path: string, version: string, name: string, ffmpeg: string | null, isSandboxed: boolean, proxy: object | null }} BrowserOrder */

/**
 * Every launch starts the browser of the location, without a window, whatever the script asks for. `isSandboxed`: it runs
 * inside a sandbox of ours, where its own cannot be made.
 *
 * @param {any} BrowserType
 * @param {BrowserOrder} order
 * @param {{ pins: readonly string[], onRefused: (why: string) => void }} ours `pins`: arguments of ours; `onRefused`: it did not start
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
