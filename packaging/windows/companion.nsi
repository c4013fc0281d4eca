; The installer for Windows; `build` calls makensis with VERSION, FILES (the folder to install) and
; OUTPUT. For one user, without administrator rights. All pages are Windows' own controls, so a
; screen reader reads them.
Target amd64-unicode
Unicode true
SetCompressor zlib
!include MUI2.nsh
!include FileFunc.nsh
!include LogicLib.nsh

!define KEY "Software\Microsoft\Windows\CurrentVersion\Uninstall\Companion"
!define DATA "$LOCALAPPDATA\companion" ; evenings and settings; what platformdirs says

Name "Companion"
OutFile "${OUTPUT}"
RequestExecutionLevel user
InstallDir "$LOCALAPPDATA\Programs\Companion"
InstallDirRegKey HKCU "${KEY}" "InstallLocation"
BrandingText "Companion ${VERSION}"
ManifestDPIAware true

!define MUI_WELCOMEPAGE_TEXT "$(WELCOME)"
!define MUI_FINISHPAGE_TEXT "$(FINISH)"
!define MUI_FINISHPAGE_RUN
!define MUI_FINISHPAGE_RUN_TEXT "$(START)"
!define MUI_FINISHPAGE_RUN_FUNCTION Start
!insertmacro MUI_PAGE_WELCOME
!insertmacro MUI_PAGE_DIRECTORY
!insertmacro MUI_PAGE_INSTFILES
!insertmacro MUI_PAGE_FINISH
!insertmacro MUI_UNPAGE_CONFIRM
!insertmacro MUI_UNPAGE_INSTFILES
!insertmacro MUI_LANGUAGE English
!insertmacro MUI_LANGUAGE French

LangString WELCOME ${LANG_ENGLISH} "This installs Companion ${VERSION}, a talking referee for backgammon and Jacquet, for you alone. It needs no administrator rights.$\r$\n$\r$\nPress Enter on each page."
LangString WELCOME ${LANG_FRENCH} "Ceci installe Companion ${VERSION}, un arbitre parlant pour le backgammon et le jacquet, pour vous seul. Aucun droit d'administrateur n'est nécessaire.$\r$\n$\r$\nAppuyez sur Entrée à chaque page."
LangString FINISH ${LANG_ENGLISH} "Companion is installed. It is in the start menu: press the Windows key, type Companion, and press Enter."
LangString FINISH ${LANG_FRENCH} "Companion est installé. Il est dans le menu Démarrer : appuyez sur la touche Windows, tapez Companion, puis Entrée."
LangString START ${LANG_ENGLISH} "Start Companion now"
LangString START ${LANG_FRENCH} "Lancer Companion maintenant"
LangString RUNNING ${LANG_ENGLISH} "Companion is running. Close it, then try again."
LangString RUNNING ${LANG_FRENCH} "Companion est en marche. Fermez-le, puis réessayez."
LangString DELETE ${LANG_ENGLISH} "Delete your evenings and settings too? They are in ${DATA}. No keeps them."
LangString DELETE ${LANG_FRENCH} "Supprimer aussi vos soirées et vos réglages ? Ils sont dans ${DATA}. Non les garde."

Function Start
  ExecShell "" "$SMPROGRAMS\Companion.lnk"
FunctionEnd

!macro refuse_while_running ; Windows lets nobody write to a program that runs
  ${If} ${FileExists} "$INSTDIR\python\python.exe"
    ClearErrors
    FileOpen $0 "$INSTDIR\python\python.exe" a
    ${If} ${Errors}
      MessageBox MB_OK|MB_ICONSTOP "$(RUNNING)" /SD IDOK
      SetErrorLevel 2
      Abort "$(RUNNING)"
    ${EndIf}
    FileClose $0
  ${EndIf}
!macroend

Section
  !insertmacro refuse_while_running
  RMDir /r "$INSTDIR\python" ; of an earlier version
  SetOutPath "$INSTDIR"
  File /r "${FILES}/*"
  WriteUninstaller "$INSTDIR\uninstall.exe"
  SetOutPath "$PROFILE" ; where the console starts
  CreateShortcut "$SMPROGRAMS\Companion.lnk" "$SYSDIR\cmd.exe" '/k ""$INSTDIR\console.cmd""'
  WriteRegStr HKCU "${KEY}" "DisplayName" "Companion"
  WriteRegStr HKCU "${KEY}" "DisplayVersion" "${VERSION}"
  WriteRegStr HKCU "${KEY}" "Publisher" "Companion"
  WriteRegStr HKCU "${KEY}" "InstallLocation" "$INSTDIR"
  WriteRegStr HKCU "${KEY}" "UninstallString" '"$INSTDIR\uninstall.exe"'
  WriteRegStr HKCU "${KEY}" "QuietUninstallString" '"$INSTDIR\uninstall.exe" /S'
  WriteRegDWORD HKCU "${KEY}" "NoModify" 1
  WriteRegDWORD HKCU "${KEY}" "NoRepair" 1
  ${GetSize} "$INSTDIR" "/S=0K" $0 $1 $2
  WriteRegDWORD HKCU "${KEY}" "EstimatedSize" $0
SectionEnd

Section un.Companion
  !insertmacro refuse_while_running
  SetOutPath "$TEMP" ; a folder in use cannot be removed
  RMDir /r "$INSTDIR\python"
  Delete "$INSTDIR\companion.exe"
  Delete "$INSTDIR\console.cmd"
  Delete "$INSTDIR\LICENSE.txt"
  Delete "$SMPROGRAMS\Companion.lnk"
  DeleteRegKey HKCU "${KEY}"

  ${GetParameters} $0
  ClearErrors
  ${GetOptions} $0 "/DELETE-EVENINGS" $1
  ${IfNot} ${Errors}
    RMDir /r "${DATA}"
  ${ElseIf} ${FileExists} "${DATA}\*"
  ${AndIf} ${Cmd} `MessageBox MB_YESNO|MB_ICONQUESTION|MB_DEFBUTTON2 "$(DELETE)" /SD IDNO IDYES`
    RMDir /r "${DATA}"
  ${EndIf}

  Delete "$INSTDIR\uninstall.exe"
  RMDir "$INSTDIR" ; only if nothing else is in it
SectionEnd
