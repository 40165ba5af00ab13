import { afterEach, beforeEach } from 'node:test'
import { convertKuma } from '@sonde/schema/uptime-kuma/convert-kuma.ts'
import { readKumaDatabase } from '../src/uptime-kuma/kuma-database.ts'
import { type KumaFile, makeKumaFile } from './kuma-file.ts'

/** An empty database of Uptime Kuma for every test of a file. */
export function kumaFileForTests(): () => KumaFile {
  let file: KumaFile
  beforeEach(() => {
    file = makeKumaFile()
  })
  afterEach(() => file.remove())
  return () => file
}

export function convertKumaFile({ path }: KumaFile) {
  return convertKuma(readKumaDatabase(path), { locations: ['eu-west-1'], privateLocations: [] })
}

/** A row of the table `monitor`. */
export const httpMonitor = {
  type: 'http',
  name: 'Shop',
  url: 'https://shop.example.com/',
  interval: 60,
  expiry_notification: 0,
}
