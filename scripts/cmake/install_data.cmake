# Data an installed niclab finds in share/niclab, with its headers and libraries or in a wheel (component niclab_program).
foreach(folder models/host/profiles:hosts models/kernel/machines:machines models/coarse/cards:coarse_cards models/netware/cards:card_classes models/pcie/cards:pcie_cards models/pcie/hosts:pcie_hosts models/cards:cards testbenches/experiments:experiments traces/workloads:workloads
        traces/reference:reference traces/triggers:triggers traces/wireshark:wireshark traces/sigrok:sigrok docs/examples:examples)
    string(REPLACE ":" ";" pair ${folder})
    list(GET pair 0 source)
    list(GET pair 1 name)
    set(only "")
    if(name STREQUAL "cards")  # the folders of the kinds hold their sources, too
        set(only FILES_MATCHING PATTERN *.toml)
    endif()
    install(DIRECTORY ${source}/ DESTINATION share/niclab/${name} COMPONENT niclab_program ${only} PATTERN __pycache__ EXCLUDE)
endforeach()
