export { openChat } from './chat/open-chat.js';
