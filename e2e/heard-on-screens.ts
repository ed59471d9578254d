import {
  aboutMe,
  account,
  card,
  firstVisit,
  lists,
  posts,
  profileTabs,
  settings,
  waysIn,
} from './heard-parts.ts';

/** What screen readers read on a desktop in the content of each screen, in the order of the screen; of open dialogs in them alone. */
const contents: Readonly<Record<string, string>> = {
  login: `
    - heading "Come hang out." [level=1]
    - region "Just want a look around?":
      - heading "Just want a look around?" [level=2]
      - button "Enter as a guest"
    - region "Welcome back":
      - heading "Welcome back" [level=2]
      - textbox "Username or e-mail"
      - link "Forgot it?"
      - textbox "Password"
      - button "Show password"
      - button "Log in"
      - paragraph:
        - link "Create an account"`,
  register: `
    - link "Adda"
    - heading "Create your account" [level=1]
    - textbox "Username"
    - textbox "E-mail"
    - textbox "Password"
${aboutMe.replaceAll('\n  ', '\n')}
    - textbox "Referral code (optional)"
    - button "Create my account"`,
  'change-email': `
    - link "Adda"
    - heading "Is this your new address?" [level=1]
    - paragraph: One press, and your account uses the address that this mail came to.
    - button "Use this address"`,
  'undo-email-change': `
    - link "Adda"
    - heading "It wasn't you?" [level=1]
    - paragraph: We give your account this address back, log everybody out, and remove passkeys and authenticator apps that were added since. Then you choose a new password.
    - button "This was not me"`,
  'undo-login': `
    - link "Adda"
    - heading "It wasn't you who logged in?" [level=1]
    - paragraph: "We log everybody out and take back what was changed since: your e-mail address, passkeys and authenticator apps. Then you choose a new password."
    - button "This was not me"`,
  'room without a session': `
    - link "Adda"
    - paragraph: A room on Adda
    - heading /^Room/ [level=1]
    - paragraph: 2 members
    - paragraph: Tea, rain and the match on Sunday
${waysIn.replaceAll('\n  ', '\n')}`,
  'person without a session': `
    - link "Adda"
    - paragraph: Somebody to talk to
    - heading /^kavi/ [level=1]
    - paragraph: /^@kavi/
    - paragraph: /^Rain, tea/
${waysIn.replaceAll('\n  ', '\n')}`,
  'public profile': `
    - link "Adda"
    - heading /^kavi/ [level=1]
    - list "Links":
      - listitem:
        - link "example.com/kavi"
    - list "Posts":
      - listitem:
        - link /scene 3/
    - complementary:
      - heading "There's more inside" [level=2]
${waysIn}`,
  'public post': `
    - link "Adda"
    - article:
      - link /^kavi/:
        - heading /^kavi/ [level=1]
        - time
      - img /scene 3/
    - complementary:
      - heading "There's more inside" [level=2]
${waysIn}`,
  'first visit': `
    - region "Chats and people":
      - tabpanel "Chats":
        - heading "Recent Chats" [level=2]
        - heading "No conversations yet" [level=2]
${firstVisit}`,
  chats: lists + firstVisit,
  rooms: lists + firstVisit,
  room: `${lists}
    - heading /^Room/ [level=1]
    - paragraph: 2 members Connected
    - button "Send a gift"
    - button "Group actions"
    - tablist "Group":
      - tab "Chat" [selected]
      - tab "Group Info"
      - tab "Profile"
    - tabpanel "Chat":
      - region "Messages":
        - list:
          - 'listitem /^kavi\\S+: line 22: .+, \\d\\d:\\d\\d [ap]m$/':
            - button /^Options of the message from kavi/
          - 'listitem /^You: I have!, \\d\\d:\\d\\d [ap]m$/':
            - time
            - img "Sent"
          - 'listitem /^kavi\\S+ whispers: @asha\\S+ from the balcony, \\d\\d:\\d\\d [ap]m$/':
            - paragraph: /^only you and kavi/
      - paragraph: /^Arrow keys move between messages/
      - button "Add image"
      - button "Add video"
      - textbox "Message"
      - button "Emoji"
      - button "Record a voice message"
      - button "Send"
    - complementary "Members":
      - heading "2 members" [level=2]
      - list "Members":
        - listitem:
          - button /^(Online|Offline) kavi\\S+ \\(Creator\\)$/`,
  'room from outside': `${lists}
    - heading /^Room/ [level=1]
    - heading "Not a Member" [level=2]
    - paragraph: Trains and maps
    - region "Messages":
      - list:
        - 'listitem /^kavi\\S+: line 23: .+, \\d\\d:\\d\\d [ap]m$/'
    - button "Join Group"
    - complementary "Members"`,
  'private chat': `${lists}
    - link "Back to the chats"
    - heading /^kavi/ [level=1]
    - group "This chat":
      - button "Chat" [pressed]
      - button "Search messages"
      - button "Report or Block"
    - region "Messages":
      - list:
        - 'listitem /^kavi\\S+: are you there\\?, \\d\\d:\\d\\d [ap]m$/'
        - 'listitem /^kavi\\S+: the kettle is on, \\d\\d:\\d\\d [ap]m$/'
    - textbox "Message"
    - button "Send"
    - complementary /^About kavi/:
      - heading /^kavi/ [level=2]
      - link "View profile"`,
  people: `
    - region "Chats and people":
      - tablist "Chats and people":
        - tab "Chats"
        - tab "People" [selected]
      - tabpanel "People":
        - heading /^Users \\d+$/ [level=2]
        - button "Filter Users"
        - list "Users":
          - listitem:
            - link /^\\S+ (Online|Offline) Female, 27 · Kerala, India$/
${firstVisit}`,
  requests: `
    - region "Chats and people":
      - tabpanel "Chats":
        - region "Requests":
          - button /Requests \\(1\\)/ [expanded]
          - list "Requests":
            - listitem:
              - link /^omar\\S+ .+ hello, I know you from the room/
        - list "Recent Chats"
${firstVisit}`,
  feed: `${posts}
    - region "Creators"
${card}`,
  'feed of those followed': posts + card,
  'own profile': `
    - heading /^asha/ [level=1]
    - list:
      - listitem:
        - button "1 follower"
      - listitem:
        - button "1 following"
    - button "Edit Profile"
    - button "New post"
${profileTabs}
    - tabpanel "Posts":
      - list "Posts":
        - listitem:
          - 'button /^Post of .+: only words/'`,
  profile: `
    - heading /^kavi/ [level=1]
    - list "Links"
    - button "Followed" [pressed]
    - link "Message"
    - button "More"
${profileTabs}
    - tabpanel "Posts":
      - list "Posts":
        - listitem:
          - 'button /^Photo of .+: scene 3/'`,
  post: `
    - heading /^Post of kavi/ [level=1]
    - article /^kavi/:
      - heading /^kavi/ [level=2]
      - img /scene 3/
      - button "Like, 1 like" [pressed]
    - region "Comments":
      - heading "Comments" [level=2]
      - textbox "Your comment"
      - button "Send comment"`,
  settings: account,
  'settings: account': account,
  'settings: privacy': `${settings}
    - heading "Privacy" [level=1]
    - switch "Allow messaging" [checked]
    - group "Who may write to me first":
      - radio "Everyone" [checked]
      - radio "People I know"
      - radio "Nobody"`,
  'settings: notifications': `${settings}
    - heading "Notifications" [level=1]
    - switch "Sound" [checked]`,
  'settings: appearance': `${settings}
    - heading "Appearance" [level=1]
    - group "Colours on this device":
      - radio "Like my device" [checked]`,
  'settings: languages': `${settings}
    - heading "Languages" [level=1]`,
  'settings: wallet': `${settings}
    - heading "Wallet" [level=1]
    - group "Currency":
      - radio "Indian rupees" [checked]
    - button "Open the wallet"`,
  'settings: security': `${settings}
    - heading "Security" [level=1]
    - region "Password":
      - textbox "Current password"
      - textbox "New password"
      - button "Change password"
    - region "Your devices":
      - heading "Your devices" [level=2]`,
  'what was shared': `
    - heading "Where to?" [level=1]
    - button "Cancel"
    - list "Your pictures":
      - listitem:
        - img "picture-0.jpg"
    - paragraph: rain at last
    - button "New post"
    - searchbox "Search people and rooms"
    - list "Rooms and people":
      - listitem:
        - button /kavi/`,
  'new room': `${lists}
    - link "Back to the rooms"
    - heading "Create a room" [level=1]
    - textbox "Room name"
    - textbox "Description (optional)"
    - group "Who can find it?":
      - radio "Public" [checked]
      - radio "Private"
    - button "Create room"`,
  administration: `
    - heading "Dashboard" [level=1]
    - region "To do":
      - heading "To do" [level=2]
    - region "Community":
      - heading "Community" [level=2]
    - region "Over time":
      - combobox "How far back"
      - button "Show as table"
      - region "People":
        - heading "People" [level=3]
        - 'img /^People, .+ Active people: .+, New people: \\d+/'`,
};

const dialogs: Readonly<Record<string, string>> = {
  'guest entry': `- dialog "Enter as a guest":
      - heading "Enter as a guest" [level=2]
      - button "Close"
      - textbox "Display name (optional)"
${aboutMe}
      - button "Enter as a guest"`,
  'video in a room': `- dialog "Add Video to Message":
      - heading "Add Video to Message" [level=2]
      - button "Close"
      - textbox "YouTube URL"
      - button "Cancel"
      - button "Add Video" [disabled]`,
  wallet: `- dialog "Wallet":
      - heading "Wallet" [level=2]
      - button "Close"
      - paragraph: /₹0\\.85 1 coin/
      - button "Recharge Wallet"
      - list "What you can do":
        - listitem:
          - button "Daily Spin"
      - heading "History" [level=3]
      - region "History":
        - list "History":
          - listitem:
            - time
            - button /^Hide from the history/`,
  notifications: `- dialog "Notifications":
      - heading "Notifications" [level=2]
      - button "Close"
      - group "Show":
        - button "All" [pressed]
      - region "Today":
        - heading "Today" [level=3]`,
  search: `- dialog "Search":
      - combobox "Search everything"
      - button "Close"
      - status`,
};

/** What screen readers read on a desktop, by the name of the screen: the whole content, or the open dialog. */
export const heardOn: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    Object.entries(contents).map(([name, lines]) => [
      name,
      `- main:${lines.startsWith('\n') ? lines : `\n${lines}`}`,
    ]),
  ),
  ...dialogs,
};
