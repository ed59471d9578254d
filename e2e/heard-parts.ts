/** The panel of the chats that is left of what is open, on desktop. */
export const lists = `
    - region "Chats and people":
      - tablist "Chats and people":
        - tab "Chats" [selected]
        - tab "People"
      - tabpanel "Chats":
        - heading "Recent Chats" [level=2]
        - group "Show":
          - button "All" [pressed]
        - region "Requests":
          - button /Requests \\(1\\) 1 new/
        - list "Recent Chats":
          - listitem:
            - link /kavi\\S+ .+ the kettle is on/
          - listitem:
            - 'link /Room .+ kavi\\S+: @asha\\S+ from the balcony/'`;

/** The rooms and people of the first visit, and the rooms to discover. */
export const firstVisit = `
    - heading "Come on in" [level=1]
    - list "Talking now":
      - listitem:
        - paragraph:
          - link /^Room/
        - button "Join"
        - list "Last messages":
          - listitem: /^kavi\\S+ line/
    - list "Say hello":
      - listitem:
        - link /27 · Kerala, India/
    - region "Active Rooms":
      - heading "Active Rooms" [level=2]
      - link "Create room"
      - search:
        - searchbox "Search rooms"
      - combobox "Category"
      - combobox "Language"`;

/** The ways to a session. */
export const waysIn = `
      - button "Enter as a guest"
      - link "Log in"
      - link "Create an account"
      - paragraph: Adda is for adults, 18 and over.`;

/** The fields about a person. */
export const aboutMe = `
      - textbox "Date of birth"
      - combobox "Sex"
      - combobox "Country"
      - combobox "State or region"`;

/** Posts of kavi in the feed, the newest first. */
export const posts = `
    - heading "Feed" [level=1]
    - navigation "Posts of":
      - list:
        - listitem:
          - link "For you"
        - listitem:
          - link "Following"
    - button "New post"`;

/** The first post of the feed, and what is beside it. */
export const card = `
    - list "Posts":
      - listitem:
        - article /^kavi/:
          - heading /^kavi/ [level=2]:
            - link /^kavi/
          - paragraph:
            - time
          - button /^More about the post of kavi/
          - text: /scene 3/
          - button /scene 3/
          - button "Like, 1 like" [pressed]
          - button "Comment, 0 comments"
          - button "Share, shared 0 times"
    - paragraph: You've reached the end of the feed
    - complementary "Beside the feed":
      - region "Rooms with friends":
        - heading "Rooms with friends" [level=2]`;

/** The tabs of a profile. */
export const profileTabs = `
    - tablist "Profile":
      - tab "Posts" [selected]
      - tab "Locked"
      - tab "Plans"
      - tab "About"`;

/** The list of the settings. */
export const settings = `
    - navigation "Settings":
      - list:
        - listitem:
          - link "Account"
        - listitem:
          - link "Privacy"`;

/** The first section of the settings. */
export const account = `${settings}
    - heading "Account" [level=1]
    - region "E-mail":
      - heading "E-mail" [level=2]
      - button "Send the mail again"
    - region "Profile":
      - link "Your profile"
    - region "Your data":
      - button "Ask for a copy"
    - region "Delete account":
      - button "Delete account…"`;
