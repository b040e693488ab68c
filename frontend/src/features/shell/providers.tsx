"use client";

import { QueryClientProvider, useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { IntlProvider } from "use-intl";
import { createQueryClient } from "@/api/queries";
import { GERMAN, type Language, loadMessages } from "@/i18n/languages";
import { useLanguage } from "@/ui/preferences";

function Speech({ children }: { children: ReactNode }) {
  const language = useLanguage();
  const { data } = useQuery({
    queryKey: ["messages", language],
    queryFn: async () => ({ language, messages: await loadMessages(language) }),
    placeholderData: (previous) => previous,
  });
  const spoken: { language: Language; messages: typeof GERMAN } = data ?? {
    language: "de",
    messages: GERMAN,
  };
  return (
    <IntlProvider
      locale={spoken.language}
      messages={spoken.messages}
      timeZone={Intl.DateTimeFormat().resolvedOptions().timeZone}
    >
      {children}
    </IntlProvider>
  );
}

/** What every page needs around it: server state, language, tooltips. */
export function Providers({ children }: { children: ReactNode }) {
  const [client] = useState(createQueryClient);
  return (
    <QueryClientProvider client={client}>
      <Speech>{children}</Speech>
    </QueryClientProvider>
  );
}
