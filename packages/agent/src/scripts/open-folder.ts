import { chmod, mkdir } from 'node:fs/promises'

/** Makes folders, each inside the one before, that other users may enter and read, whatever the umask is, or was when they were made. */
export async function openFolders(...paths: readonly string[]): Promise<void> {
  for (const path of paths) {
    await mkdir(path, { recursive: true, mode: 0o755 })
    await chmod(path, 0o755)
  }
}
