import { requireSettings } from './start-settings.ts'

// Run before the web interface is built: whoever made a mistake in the settings is told before that minute.
requireSettings()
