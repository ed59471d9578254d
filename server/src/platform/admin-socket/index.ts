export { askRunningServer } from './admin-client.ts';
export { CommandRefused, runCommand, type AdminCommands, type Tell } from './admin-commands.ts';
export { startAdminSocket, type AdminSocket } from './admin-server.ts';
